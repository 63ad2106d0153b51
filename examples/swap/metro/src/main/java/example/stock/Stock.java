package example.stock;

import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.servlet.ServletContext;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.math.BigDecimal;

@HandlerChain(file = "handlers.xml")
@WebService(targetNamespace = "urn:example:stock", serviceName = "StockService", portName = "StockPort")
public class Stock {
    @Resource
    private WebServiceContext context;

    @WebMethod
    @WebResult(name = "price")
    public BigDecimal price(@WebParam(name = "article") String article) {
        return new BigDecimal(article.length()).movePointLeft(2);
    }

    /** The application's path in its server. */
    @WebMethod
    @WebResult(name = "path")
    public String application() {
        ServletContext application =
                (ServletContext) context.getMessageContext().get(MessageContext.SERVLET_CONTEXT);
        return application.getContextPath();
    }
}
