/** A value of the environment that the service refuses to start with; the message is one sentence that names the variable. */
export class EnvError extends Error {
  constructor(variable: string, expectation: string, value?: string) {
    super(value === undefined ? `${variable} ${expectation}.` : `${variable} ${expectation}; it is '${value}'.`)
    this.name = 'EnvError'
  }
}
