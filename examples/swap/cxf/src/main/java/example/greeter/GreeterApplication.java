package example.greeter;

import jakarta.xml.ws.Endpoint;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class GreeterApplication {
    public static void main(String[] args) {
        SpringApplication.run(GreeterApplication.class, args);
    }

    /** Once all beans are there, those of the SOAP stack too. */
    @Bean
    SmartInitializingSingleton endpoints(GreeterService greeter) {
        return () -> Endpoint.publish("/greeter", greeter);
    }
}
