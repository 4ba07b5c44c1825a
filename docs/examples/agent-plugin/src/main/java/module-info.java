module com.example.sample {
    requires dev.termal.api;

    provides dev.termal.api.spi.AgentProfileProvider with com.example.sample.SampleProvider;
}
