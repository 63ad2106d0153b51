package dev.weir.bind.ecosystem.spring;

import jakarta.xml.bind.annotation.XmlRootElement;

@XmlRootElement
public class Person {
    public String name;
    public int age;
}
