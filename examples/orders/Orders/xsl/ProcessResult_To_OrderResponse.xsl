<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0"
                xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:ord="http://examples.weir.dev/orders/1.0"
                xmlns:prc="http://examples.weir.dev/orders/process/1.0"
                exclude-result-prefixes="prc">

  <xsl:template match="/prc:ProcessResult">
    <ord:OrderResponse>
      <ord:OrderNumber>
        <xsl:value-of select="prc:Header/prc:OrderNumber"/>
      </ord:OrderNumber>
      <ord:Status>
        <xsl:value-of select="prc:Status"/>
      </ord:Status>
      <ord:Message>
        <xsl:value-of select="prc:Message"/>
      </ord:Message>
      <ord:OrderDate>
        <xsl:value-of select="prc:Header/prc:OrderDate"/>
      </ord:OrderDate>
      <ord:ApprovedAmount currency="{prc:Header/prc:Total/@currency}">
        <xsl:value-of select="prc:Header/prc:Total"/>
      </ord:ApprovedAmount>
      <ord:CreditReference>
        <xsl:value-of select="prc:CreditReference"/>
      </ord:CreditReference>
      <ord:LineCount>
        <xsl:value-of select="prc:Header/prc:LineCount"/>
      </ord:LineCount>
      <xsl:if test="prc:BackOrderedLines &gt; 0">
        <ord:BackOrdered currency="{prc:Header/prc:Total/@currency}" lines="{prc:BackOrderedLines}">
          <xsl:value-of select="format-number(prc:BackOrderedAmount, '0.00')"/>
        </ord:BackOrdered>
      </xsl:if>
      <ord:ExpectedDelivery>
        <xsl:value-of select="prc:Header/prc:ExpectedDelivery"/>
      </ord:ExpectedDelivery>
      <xsl:if test="string(prc:ShippedOn)">
        <ord:Shipping>
          <ord:Carrier>
            <xsl:value-of select="prc:Carrier"/>
          </ord:Carrier>
          <ord:TrackingNumber>
            <xsl:value-of select="prc:TrackingNumber"/>
          </ord:TrackingNumber>
          <ord:ShippedOn>
            <xsl:value-of select="prc:ShippedOn"/>
          </ord:ShippedOn>
        </ord:Shipping>
      </xsl:if>
    </ord:OrderResponse>
  </xsl:template>
</xsl:stylesheet>
