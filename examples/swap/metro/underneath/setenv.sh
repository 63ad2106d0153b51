# Goes to bin/ of Tomcat, which reads it at each start.
CATALINA_OPTS="$CATALINA_OPTS -Dcom.sun.xml.ws.spi.db.BindingContextFactory=dev.weir.metro.WeirBindingContextFactory"
