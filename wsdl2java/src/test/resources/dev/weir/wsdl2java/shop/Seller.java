package shop;

import jakarta.jws.WebService;

/** An implementation of the interface that was made from the WSDL. */
@WebService(
        endpointInterface = "shop.Shop",
        targetNamespace = "urn:example:shop",
        serviceName = "ShopService",
        portName = "ShopPort")
public class Seller implements Shop {
    @Override
    public Receipt buy(Goods order) throws SoldOut_Exception {
        if (order.getArticle().contains("moon")) {
            SoldOut fault = new SoldOut();
            fault.setArticle("moon");
            throw new SoldOut_Exception("there is one only", fault);
        }
        Receipt receipt = new Receipt();
        receipt.setText(order.getArticle().size() + " articles in " + order.getLang());
        receipt.setGoods(order);
        return receipt;
    }
}
