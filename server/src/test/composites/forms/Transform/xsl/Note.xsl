<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:f="http://forms.example">
  <xsl:template match="/"><f:note><xsl:value-of select="concat(f:note, ' transformed')"/></f:note></xsl:template>
</xsl:stylesheet>
