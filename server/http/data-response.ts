import type { LoaderFunction, ServerBuild } from '@remix-run/node'

/** Finds the response of a body that nobody has read: Remix copies a response with its body to add a header. */
const ofBodies = new WeakMap<object, DataResponse>()

/** Returns the text of a response, or of a copy, that has a loader's data; null of any other. */
export function dataText({ body }: Response): string | null {
  return (body && ofBodies.get(body)?.asText()) ?? null
}

/**
 * Answers with a loader's data. Remix writes what a loader returns as the JSON of a response, and reads it from there
 * again for a page: here it gets the data as they are, and the text is made when it is sent.
 */
export class DataResponse extends Response {
  readonly #data: unknown
  #body: Response['body'] = null

  constructor(data: unknown) {
    super(null, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
    this.#data = data
  }

  /** Returns the JSON at once. */
  asText(): string {
    return JSON.stringify(this.#data)
  }

  // Remix looks whether there is a body, and reads none: its text is made when somebody does.
  override get body(): Response['body'] {
    this.#body ??= new ReadableStream(
      {
        pull: (stream) => {
          stream.enqueue(this.#bytes())
          stream.close()
        },
      },
      { highWaterMark: 0 },
    )
    ofBodies.set(this.#body, this)
    return this.#body
  }

  override async json() {
    return this.#data
  }

  override async text() {
    return this.asText()
  }

  override async arrayBuffer() {
    return this.#bytes().buffer
  }

  override async blob() {
    return new Blob([this.#bytes()], { type: this.headers.get('Content-Type')! })
  }

  override clone(): Response {
    const copy = new DataResponse(this.#data)
    for (const [name, value] of this.headers) copy.headers.set(name, value)
    return copy
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(this.asText())
  }
}

/** Returns a build whose loaders answer with their data as they are. */
export function withData(build: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    const loader = route?.module.loader
    routes[id] = loader
      ? { ...route, module: { ...route.module, loader: answering(loader) } }
      : route
  }
  return { ...build, routes }
}

/** Leaves to Remix what is no plain data, such as a response or a date. */
function answering(loader: LoaderFunction): LoaderFunction {
  return async (args) => {
    const data: unknown = await loader(args)
    return isPlain(data) ? new DataResponse(data) : data
  }
}

/** Tells that a value is the same when it is written as JSON and read again. */
export function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      // Minus zero would be read as zero.
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'object':
      return value === null || (Array.isArray(value) ? isPlainList(value) : isPlainObject(value))
    default:
      return false
  }
}

// `every` would pass over what a list lacks.
function isPlainList(value: readonly unknown[]): boolean {
  for (const each of value) if (!isPlain(each)) return false
  return true
}

function isPlainObject(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false
  return true
}
