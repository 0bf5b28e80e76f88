import http from 'node:http'

interface Manifest {
  url: string
  entry: { module: string; imports: string[] }
  routes: Record<
    string,
    { id: string; parentId?: string; path?: string; module: string; imports?: string[] }
  >
}

/**
 * Returns the compressed bytes of the sign-in screen, of Home after it, and of any one screen more with the addresses of
 * this size: those with the same modules, such as all reports, stand together.
 */
export async function weighScreens(origin: string) {
  const manifest = await readManifest(origin)
  const sizes = new Map<string, number>()
  const weigh = async (files: Iterable<string>) => {
    let bytes = 0
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, await sizeOf(`${origin}${file}`))
      bytes += sizes.get(file)!
    }
    return bytes
  }
  const routes = Object.values(manifest.routes)
  const first = new Set([manifest.url, ...filesOf(manifest, 'modules/auth/sign-in.route')])
  const atHome = filesOf(manifest, 'modules/home/home.route')
  const known = new Set([...first, ...atHome])
  const leaves = routes.filter(({ id }) => !routes.some(({ parentId }) => parentId === id))
  const further = new Map<number, string[]>()
  for (const { id, path = '' } of leaves) {
    const bytes = await weigh([...filesOf(manifest, id)].filter((file) => !known.has(file)))
    further.set(bytes, [...(further.get(bytes) ?? []), path.startsWith('/') ? path : `/${path}`])
  }
  return {
    signIn: await weigh(first),
    home: await weigh([...atHome].filter((file) => !first.has(file))),
    further,
  }
}

/** Collects the modules of a screen: the entry, its layouts, itself, and their imports. */
function filesOf({ entry, routes }: Manifest, id: string): Set<string> {
  const files = new Set([entry.module, ...entry.imports])
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file)
  return files
}

async function readManifest(origin: string): Promise<Manifest> {
  const page = await (await fetch(`${origin}/`)).text()
  const [url] = /\/assets\/manifest-[^"']+\.js/.exec(page) ?? []
  if (!url) throw new Error('The sign-in page names no manifest.')
  const text = await (await fetch(`${origin}${url}`)).text()
  return { ...JSON.parse(text.replace(/^window\.__remixManifest=/, '').replace(/;$/, '')), url }
}

/** Returns the compressed size of a file in bytes. */
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`${url}: ${response.statusCode}`)),
        )
      })
      .on('error', reject)
  })
}
