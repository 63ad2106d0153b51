package dev.weir.spring;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.concurrent.atomic.AtomicInteger;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/** An application with services in all the ways that applications have them. */
@SpringBootApplication
public class Application {
    /** A bean that the service needs. */
    @Component
    public static class Words {
        String greeting() {
            return "Hello";
        }
    }

    /** A bean behind a proxy, with dependencies, the context by annotation, and lifecycle methods. */
    @Service
    @WebService(
            targetNamespace = "urn:hello",
            serviceName = "HelloService",
            endpointInterface = "dev.weir.spring.Hello")
    public static class HelloBean implements Hello {
        static final AtomicInteger STARTED = new AtomicInteger();

        private final Words words;

        @Resource
        private @Nullable WebServiceContext context;

        public HelloBean(Words words) {
            this.words = words;
        }

        @PostConstruct
        void started() {
            STARTED.incrementAndGet();
        }

        @Override
        public String hello(String name) {
            return words.greeting() + " " + name;
        }

        @Override
        public String path() {
            WebServiceContext known = context;
            return known == null
                    ? "none"
                    : ((HttpServletRequest) known.getMessageContext().get(MessageContext.SERVLET_REQUEST))
                            .getRequestURI();
        }

        @Override
        public String fail() throws Refused {
            throw new Refused("as asked");
        }
    }

    /** Published by the application itself, with a handler chain; its context comes by the constructor. */
    @WebService(targetNamespace = "urn:hello", endpointInterface = "dev.weir.spring.Hello")
    @HandlerChain(file = "handlers.xml")
    @Component
    public static class OwnBean implements Hello {
        private final WebServiceContext context;

        public OwnBean(WebServiceContext context) {
            this.context = context;
        }

        @Override
        public String hello(String name) {
            return "own " + name;
        }

        @Override
        public String path() {
            return String.valueOf(context.getMessageContext().get("handled"));
        }

        @Override
        public String fail() {
            throw new IllegalStateException("secret");
        }
    }

    /** Counts calls of services: makes proxies of their beans. */
    @Aspect
    @Component
    public static class Counting {
        static final AtomicInteger CALLS = new AtomicInteger();

        @Around("execution(* dev.weir.spring.Application.HelloBean.hello(..))")
        public @Nullable Object count(ProceedingJoinPoint call) throws Throwable {
            CALLS.incrementAndGet();
            return call.proceed();
        }
    }

    @Bean
    Endpoint own(OwnBean bean) {
        Endpoint endpoint = Endpoint.create(bean);
        endpoint.publish("/own");
        return endpoint;
    }
}
