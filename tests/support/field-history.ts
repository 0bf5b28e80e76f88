import type { BrowserContext, Page, Route } from 'playwright'
import { inTime } from '../../server/request-timeout.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'

/** An act as a phone keeps it, read from its storage. */
export interface StoredAct {
  key: string
  kind: string
  state: string
  no: number
  device_at: string
  made_at: string
  depends_on?: string[]
  withdraw?: string
  facts: object
  answer?: { id: string }
}

/** Reads a table of a person's database on the phone, of all persons without one; of a database that is not there, nothing. */
export function stored<Row>(
  page: Page,
  table: 'acts' | 'drafts' | 'facts' | 'documents' | 'photos' | 'customers',
  person = '[0-9a-f]{8}-',
): Promise<Row[]> {
  return page.evaluate(
    async ([name, of]) => {
      const all = await indexedDB.databases()
      const found = all.filter((each) => new RegExp(`^kalakal-${of}`).test(each.name ?? ''))
      const rows: unknown[] = []
      for (const each of found) {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(each.name!)
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        rows.push(
          ...(await new Promise<unknown[]>((resolve, reject) => {
            const asking = db.transaction(name!).objectStore(name!).getAll()
            asking.onsuccess = () => resolve(asking.result)
            asking.onerror = () => reject(asking.error)
          })),
        )
        db.close()
      }
      return rows as never[]
    },
    [table, person],
  )
}

/** Writes rows into a table of a database on the phone; a database that is not there is made like the one of the person. */
export function store(
  page: Page,
  table: 'acts' | 'photos' | 'customers' | 'documents',
  rows: readonly object[],
  { person, company }: { person: string; company?: string },
): Promise<void> {
  return page.evaluate(
    async ([name, written, of, other]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const all = await indexedDB.databases()
      const own = all.find((each) => each.name?.startsWith(`kalakal-${of}-`))!
      const from = await done(indexedDB.open(own.name!))
      const opening = indexedDB.open(other ? `kalakal-${of}-${other}` : own.name!, own.version)
      opening.onupgradeneeded = () => {
        const tables = from.transaction([...from.objectStoreNames])
        for (const each of from.objectStoreNames) {
          const like = tables.objectStore(each)
          const made = opening.result.createObjectStore(each, { keyPath: like.keyPath })
          for (const index of like.indexNames)
            made.createIndex(index, like.index(index).keyPath as string | string[])
        }
      }
      const db = await done(opening)
      const into = db.transaction(name, 'readwrite').objectStore(name)
      await Promise.all(written.map((row) => done(into.put(row))))
      for (const each of [from, db]) each.close()
    },
    [table, rows, person, company] as const,
  )
}

/** The address to which a phone sends an act. */
export const ACT = '**/field/api/act'

/** Events that may meet an act on its way to the office. */
export type Way = 'through' | 'cut before' | 'answer lost' | 'failed after' | 'killed while sending'

/**
 * Has the next acts meet this on their way; a page that is killed is closed once the office has the act. What met an act before is
 * over when this returns.
 *
 * @param met given the text of each act that meets it.
 */
export async function meet(
  page: Page,
  way: Way,
  met: (sent: string) => void = () => {},
): Promise<void> {
  // An act that has killed its page is never answered: nobody waits for it.
  const closed = new Promise((resolve) => page.once('close', resolve))
  await Promise.race([page.unrouteAll({ behavior: 'wait' }), closed])
  if (way === 'through') return
  await page.route(ACT, async (route: Route) => {
    met(route.request().postData() ?? '')
    if (way === 'cut before') return route.abort('internetdisconnected')
    await route.fetch().catch(() => {})
    if (way === 'killed while sending') return killOrAbort(page, route)
    if (way === 'answer lost') await route.abort('connectionreset')
    else await route.fulfill({ status: 503, json: { message: 'Broken after the commit.' } })
  })
}

/** Waits for something no longer than that many milliseconds; null where it has not come, or has failed. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return inTime(work, AbortSignal.timeout(ms)).catch(() => null)
}

/** Closes a page. Chromium may forget that it closes one which loads another address: it stays open then. */
export async function killPage(page: Page): Promise<void> {
  await within(5_000, page.close())
}

/** Kills the page of an act; where it stays open the answer is lost alone. */
async function killOrAbort(page: Page, route: Route): Promise<void> {
  await killPage(page)
  if (!page.isClosed()) await route.abort('connectionreset').catch(() => {})
}

/** Opens the app in a new page of the phone, and signs in where it asks. */
export async function openApp(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/field/')
  await signInWhereAsked(page, email)
  return page
}

/** The link by which the phone asks for a sign-in. */
export const ASKS = 'Sign in to send and refresh'

/** Signs in where the phone asks for it, and tells whether it did. */
export async function signInWhereAsked(page: Page, email: string): Promise<boolean> {
  const places = page.getByRole('navigation', { name: 'Places' })
  const form = page.getByLabel('E-mail')
  await places.or(form).first().waitFor()
  const again = page.getByRole('link', { name: ASKS })
  if (await again.isVisible()) await again.click()
  if (!(await form.isVisible())) return false
  await form.fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await form.waitFor({ state: 'detached' })
  await places.waitFor()
  return true
}

/** Waits until the copy is whole. */
export async function ready(page: Page): Promise<void> {
  await page.goto('/field/')
  await page.getByText('Ready').waitFor()
}

/** Fills a booking of a customer up to its save button. */
export async function fillBooking(page: Page, customer: string, product: string, tag: string) {
  await page.goto(`/field/customers/${customer}/booking`)
  await fillOpenBooking(page, product, tag)
}

/** Fills the form of a booking that is open: a product, where no draft has it, then the tag as remarks. */
export async function fillOpenBooking(page: Page, product: string, tag: string) {
  const picker = page.getByLabel('Add a product')
  await picker.waitFor()
  if ((await page.getByLabel(`Pieces of ${product}`, { exact: true }).count()) === 0) {
    await picker.fill(product)
    // A product that is found stands with its stock.
    const name = product.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    await page.getByRole('button', { name: new RegExp(`^${name}\\s*-?\\d`) }).click()
  }
  await page.getByLabel('Remarks').fill(tag)
}
