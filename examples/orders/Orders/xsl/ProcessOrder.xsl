<?xml version="1.0" encoding="UTF-8"?>
<!-- An order, placed or submitted, cut down to what the processes decide by. The importing stylesheet says the route. -->
<xsl:stylesheet version="1.0"
                xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:cmn="http://examples.weir.dev/common/1.0"
                xmlns:ord="http://examples.weir.dev/orders/1.0"
                xmlns:prc="http://examples.weir.dev/orders/process/1.0"
                exclude-result-prefixes="cmn ord">

  <xsl:variable name="route" select="'REVIEW'"/>

  <xsl:template match="/ord:PurchaseOrder | /ord:OrderSubmission">
    <prc:ProcessOrder>
      <prc:Header>
        <prc:OrderNumber>
          <xsl:value-of select="normalize-space(ord:Header/ord:OrderNumber)"/>
        </prc:OrderNumber>
        <prc:OrderDate>
          <xsl:value-of select="ord:Header/ord:OrderDate"/>
        </prc:OrderDate>
        <prc:BuyerId>
          <xsl:value-of select="normalize-space(ord:Parties/ord:Buyer/cmn:PartyId)"/>
        </prc:BuyerId>
        <prc:Country>
          <xsl:value-of select="ord:Parties/ord:ShipTo/cmn:Address/cmn:CountryCode"/>
        </prc:Country>
        <prc:Total currency="{ord:Totals/ord:Total/@currency}">
          <xsl:value-of select="ord:Totals/ord:Total"/>
        </prc:Total>
        <prc:Route>
          <xsl:value-of select="$route"/>
        </prc:Route>
        <prc:ReplyWhen>
          <xsl:choose>
            <xsl:when test="ord:Header/ord:ReplyWhen">
              <xsl:value-of select="ord:Header/ord:ReplyWhen"/>
            </xsl:when>
            <xsl:otherwise>ACCEPTED</xsl:otherwise>
          </xsl:choose>
        </prc:ReplyWhen>
        <prc:ReplyRequested>
          <xsl:value-of select="ord:Header/ord:ReplyRequested = 'true' or ord:Header/ord:ReplyRequested = '1'"/>
        </prc:ReplyRequested>
        <prc:LineCount>
          <xsl:value-of select="count(ord:Lines/ord:Line)"/>
        </prc:LineCount>
        <prc:ExpectedDelivery>
          <xsl:for-each select="ord:Lines/ord:Line/ord:RequestedDelivery">
            <xsl:sort select="." order="descending"/>
            <xsl:if test="position() = 1">
              <xsl:value-of select="."/>
            </xsl:if>
          </xsl:for-each>
        </prc:ExpectedDelivery>
      </prc:Header>
      <prc:BackOrders>
        <xsl:apply-templates select="ord:Lines/ord:Line[@backOrdered = 'true' or @backOrdered = '1']"/>
      </prc:BackOrders>
    </prc:ProcessOrder>
  </xsl:template>

  <xsl:template match="ord:Line">
    <prc:Line number="{ord:LineNumber}" currency="{ord:Amount/@currency}">
      <xsl:value-of select="ord:Amount"/>
    </prc:Line>
  </xsl:template>
</xsl:stylesheet>
