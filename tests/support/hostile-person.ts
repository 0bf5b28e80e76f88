import { setTimeout as sleep } from 'node:timers/promises'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import type { HttpClient } from '../../tools/http-client.ts'
import type { WebServer } from '../../tools/server-process.ts'

/** Questions that the public API answers, each as much as its limits let pass. */
export const WORST = [
  'customers?select=*,bookings(*,booking_lines(*))&limit=20',
  'bookings?select=*,booking_lines(*,inventory(product_id,available,on_hand,products(id,description,material_code,sort_key))),customers(*)',
  'customers?select=*,bookings(*),collections(*)',
  'booking_lines?select=*,bookings(*,customers(*)),inventory(product_id,available,on_hand,products(id,description,material_code,sort_key))',
  'audit_log?select=*&order=id',
  'products?select=id,description,material_code&description=ilike.*a*e*i*&order=description',
  'collections?select=*,collection_allocations(*,bookings(*,customers(*)))',
]

/** Questions that would take minutes and gigabytes, and are refused. */
export const REFUSED = [
  'customers?select=id,bookings(id,customers(id,bookings(id,customers(id,bookings(id)))))',
  'customers?select=*,bookings(*,customers(*,bookings(*,customers(*,bookings(*,customers(*,bookings(*,customers(*,bookings(*)))))))))',
  'products?select=id&description=match.(a*)*(b*)*c',
  'bookings?select=id,customers(id,collections(id))',
]

/** Ten people of the demo companies. */
export const ORDINARY = [
  ...['general-manager', 'owner', 'ase', 'sales-admin', 'invoice-admin', 'finance-admin'],
  ...['warehouse', 'expenses-and-disbursements'],
]
  .map((login) => `${login}@demo.test`)
  .concat('general-manager@other.test', 'owner@other.test')

interface Visit {
  status: number
  ms: number
}

/** Opens the first page again and again, as somebody at work. */
export async function visitPages(client: HttpClient, rounds: number): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const response = await client.get('/home')
    await response.text()
    visits.push({ status: response.status, ms: performance.now() - began })
  }
  return visits
}

interface Answer {
  path: string
  status: number
  hint: string | null
  retryAfter: string | null
}

interface Hostile {
  ask(path: string, signal?: AbortSignal): Promise<Answer>
}

/** Somebody with an account and the publishable key, who asks through the public API. */
export async function hostilePerson({ origin, folder }: WebServer): Promise<Hostile> {
  const headers = { apikey: (await openSecrets(folder)).publishableKey }
  const signedIn = await fetch(`${origin}/supabase/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'special-access-1@demo.test', password: DEMO_PASSWORD }),
  })
  if (!signedIn.ok) throw new Error(`Not signed in: ${signedIn.status} ${await signedIn.text()}`)
  const { access_token } = (await signedIn.json()) as { access_token: string }
  return {
    async ask(path, signal) {
      const response = await fetch(`${origin}/supabase/rest/v1/${path}`, {
        headers: { ...headers, authorization: `Bearer ${access_token}` },
        ...(signal && { signal }),
      })
      const text = await response.text()
      const hint = response.ok ? null : (JSON.parse(text) as { hint: string | null }).hint
      return {
        path,
        status: response.status,
        hint,
        retryAfter: response.headers.get('retry-after'),
      }
    },
  }
}

/** Has somebody ask for the worst, this many at once and again and again, until it is stopped. */
export function askWithoutEnd({ ask }: Hostile, atOnce = 16) {
  let going = true
  const asked: Answer[] = []
  const all = [...WORST, ...REFUSED]
  const one = async (first: number) => {
    for (let n = first; ; n++) {
      const answer = await ask(all[n % all.length]!)
      asked.push(answer)
      if (!going) return
      if (answer.status === 429) await sleep(50)
    }
  }
  const asking = Array.from({ length: atOnce }, (_, first) => one(first))
  return {
    async stop(): Promise<Answer[]> {
      going = false
      await Promise.all(asking)
      return asked
    },
  }
}
