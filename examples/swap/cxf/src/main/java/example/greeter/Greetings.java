package example.greeter;

import java.util.Map;
import org.springframework.stereotype.Component;

@Component
public class Greetings {
    private static final Map<String, String> WORDS = Map.of("en", "Hello", "de", "Hallo", "fr", "Bonjour");

    public String in(String language) throws UnknownLanguage {
        String word = WORDS.get(language == null ? "en" : language);
        if (word == null) {
            throw new UnknownLanguage(language);
        }
        return word;
    }
}
