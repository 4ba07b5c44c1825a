/** The contract between the TermAl host and its plugins. Requires nothing but java.base. */
module dev.termal.api {}
