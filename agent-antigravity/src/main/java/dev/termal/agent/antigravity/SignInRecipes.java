package dev.termal.agent.antigravity;

/** The ways to sign in to the ACP server, each with the settings that it wants. */
final class SignInRecipes {
    static final String ALL = """
            Antigravity's ACP server signs in as ~/.gemini/antigravity-acp/settings.json says, which it reads at its start:
            - Google account:         {"auth":{"type":"oauth-personal"}}, then sign in once in a browser
            - Gemini Enterprise:      {"auth":{"type":"oauth-business"},"gcp":{"project":"…","location":"…"}}, then sign in once
            - Gemini API key:         {"auth":{"type":"gemini-api-key"}} and GEMINI_API_KEY in the environment; metered
            - Agent Platform:         {"auth":{"type":"agent-platform"},"gcp":{"project":"…","location":"…"}},
                                      or GOOGLE_API_KEY, or GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION
            A key in the environment alone chooses nothing, and the login of the Antigravity app or CLI is another one.""";

    private SignInRecipes() {}
}
