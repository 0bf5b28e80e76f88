import http from 'node:http'

interface Sent {
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer
}

interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** Sends an address exactly as it is written, which `fetch` does not: it resolves dots and turns backslashes. */
export function rawRequest(origin: string, address: string, sent: Sent = {}): Promise<Answered> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const request = http.request(
      { hostname, port, path: address, method: sent.method ?? 'GET', headers: sent.headers ?? {} },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(sent.body)
  })
}

/** Other ways to write a path that a server may take for the same one. */
export function spellings(path: string): string[] {
  const words = path.split('/').slice(1)
  const last = words.at(-1)!
  const before = path.slice(0, -last.length)
  const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  const all = (text: string) => [...text].map(hex).join('')
  return [
    `${before}${hex(last[0]!)}${last.slice(1)}`,
    `${before}${last.slice(0, -1)}${hex(last.at(-1)!)}`,
    `${before}${all(last)}`,
    `/${words.map(all).join('/')}`,
    `/${words.join('%2f')}`,
    `${before}${hex(last[0]!).replace('%', '%25')}${last.slice(1)}`,
    path.toUpperCase(),
    `${before}${last.toUpperCase()}`,
    `${before}/${last}`,
    `/${path}`,
    `${path}/`,
    `${path}//`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `${path};x=1`,
    `/${words[0]};x=1/${words.slice(1).join('/')}`,
    `${path}.`,
    `${path}%2e`,
    `${path}/.`,
    `${path}%2f`,
    `${before}${all(last).replaceAll('%', '%25')}`,
    `${before}${hex(last[0]!).replace('%', '%2525')}${last.slice(1)}`,
    `/${words.join('//')}`,
    `${path}?`,
    `${path}.json`,
    `${before}./${last}`,
    `${before}%2e/${last}`,
    `${before}x/../${last}`,
    `${before}x/%2e%2e/${last}`,
    `${before}x/..%2f${last}`,
    `${before.slice(0, -1)}\\${last}`,
    `${before.slice(0, -1)}%5c${last}`,
    `${before}${last.replace('e', 'е')}`.replace('е', '%D0%B5'),
  ]
}
