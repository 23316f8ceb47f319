/** A command cannot be executed; the message gives the reason. */
export class Refusal extends Error {}
