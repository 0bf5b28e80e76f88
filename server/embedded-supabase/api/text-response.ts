/**
 * A response whose whole text is known. supabase-js asks for nothing else: a stream of the text would be made, and read, for
 * each call.
 */
export class TextResponse extends Response {
  readonly #content: string
  readonly #init: ResponseInit

  constructor(text = '', init: ResponseInit = {}) {
    super(null, init)
    this.#content = text
    this.#init = init
  }

  override get body() {
    return this.#asSent().body
  }

  override text() {
    return Promise.resolve(this.#content)
  }

  override async json() {
    return JSON.parse(this.#content) as unknown
  }

  override arrayBuffer() {
    return this.#asSent().arrayBuffer()
  }

  override blob() {
    return this.#asSent().blob()
  }

  override clone() {
    return this.#asSent()
  }

  /** Returns the response as any other: each time another one, whose text nobody has read. */
  #asSent(): Response {
    return new Response(this.#content, this.#init)
  }
}
