/** Who answers what an agent asks: the policy, an answer given beforehand, a person, or nobody any more. */
package dev.termal.host.permission;
