interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Lists the parts of the web server, each with what the address of a function's file has in it; the first that fits counts. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['React', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['Remix and Express', /\/node_modules\/(?:@remix-run|express|compression|turbo-stream)\//],
  ['data API', /\/node_modules\/(?:@supabase\/lite|kysely|hono|zod)\/|build\/http\/service\.js/],
  ['its client', /\/node_modules\/@supabase\//],
  ['PostgreSQL driver', /\/node_modules\/postgres\//],
  ['screens', /\/build\/server\//],
  ['web server', /\/build\/http\//],
  ['libraries', /\/node_modules\//],
  ['sockets', /^node:(?:net|internal\/stream_base_commons|_http|_tls)/],
  ['compression', /^node:zlib/],
  ['async context', /async_hooks|async_context/],
  ['cryptography', /^node:(?:internal\/)?crypto/],
  [
    'fetch and streams',
    /^node:(?:internal\/(?:deps\/undici|webstreams|streams|url|abort|event_target)|events)/,
  ],
]

/**
 * Adds up the processor's time of a profile by part of the web server, in milliseconds.
 *
 * @param from,to Milliseconds since the process began: samples outside do not count.
 */
export function timesByPart(profile: CpuProfile, from: number, to: number): Map<string, number> {
  const parts = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const times = new Map<string, number>()
  let at = 0
  profile.samples.forEach((sample, index) => {
    const delta = profile.timeDeltas[index]! / 1000
    at += delta
    const part = parts.get(sample)
    if (part && at >= from && at < to) times.set(part, (times.get(part) ?? 0) + delta)
  })
  return times
}

function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | null {
  if (functionName === '(idle)' || functionName === '(program)') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (/^write(?:v|Buffer|\w*String)$/.test(functionName) && url === '') return 'sockets'
  return PARTS.find(([, fits]) => fits.test(url))?.[0] ?? 'Node'
}
