module com.example.dice {
    requires dev.termal.api;

    provides dev.termal.api.spi.HostToolProvider with com.example.dice.DiceProvider;
}
