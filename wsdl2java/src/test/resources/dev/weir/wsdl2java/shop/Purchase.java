package shop;

import jakarta.xml.ws.Endpoint;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;

/** Publishes the implementation and buys there by the service class that was made from the WSDL. */
public class Purchase implements Callable<List<String>> {
    private final String address;

    public Purchase(String address) {
        this.address = address;
    }

    @Override
    public List<String> call() throws Exception {
        Endpoint endpoint = Endpoint.publish(address, new Seller());
        try {
            Shop shop = new ShopService(URI.create(address + "?wsdl").toURL()).getShopPort();
            Goods goods = new Goods();
            goods.setLang("en");
            goods.getArticle().addAll(List.of("tea", "milk"));
            Receipt receipt = shop.buy(goods);
            goods.getArticle().add("moon");
            String fault;
            try {
                fault = "none: " + shop.buy(goods);
            } catch (SoldOut_Exception soldOut) {
                fault = soldOut.getMessage() + ": " + soldOut.getFaultInfo().getArticle();
            }
            String provider = endpoint.getClass().getPackageName();
            return List.of(provider, receipt.getText(), receipt.getGoods().getArticle().toString(), fault);
        } finally {
            endpoint.stop();
        }
    }
}
