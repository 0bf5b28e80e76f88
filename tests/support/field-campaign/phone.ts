import type { BrowserContext, Page } from 'playwright'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import {
  fillBooking,
  meet,
  openApp,
  ready,
  type StoredAct,
  signInWhereAsked,
  stored,
} from '../field-history.ts'
import type { Write } from './steps.ts'
import type { World } from './world.ts'

/** A phone in a history, whose page may be killed at any moment. */
export class Phone {
  private page: Page
  private online = true
  /** Texts of acts of which the phone has said that they are saved. */
  readonly promised: string[] = []

  private constructor(
    private readonly world: World,
    private readonly context: BrowserContext,
    page: Page,
  ) {
    this.page = page
  }

  static async open(world: World, context: BrowserContext): Promise<Phone> {
    const page = await openApp(context, world.first.email)
    await ready(page)
    return new Phone(world, context, page)
  }

  /** Does a step again where the page was killed in it, by an act that was still on its way. */
  private async again<T>(work: (page: Page) => Promise<T>): Promise<T> {
    if (this.page.isClosed()) {
      await this.context.setOffline(!this.online)
      this.page = await this.context.newPage()
      await this.page.goto('/field/')
    }
    const { page } = this
    return work(page).catch((error) => {
      if (!page.isClosed()) throw error
      return this.again(work)
    })
  }

  async line(on: boolean): Promise<void> {
    this.online = on
    await this.context.setOffline(!on)
  }

  async endSession(): Promise<void> {
    await this.context.clearCookies()
  }

  /** Opens a tab beside the first one, which may send too. */
  async secondTab(): Promise<void> {
    const other = await this.context.newPage()
    await other.goto('/field/acts')
    await other.close()
  }

  /** Has the app find a new version of itself, which takes over, and go on with it. */
  newVersion(version: number): Promise<void> {
    return this.again(async (page) => {
      if (!this.online) return
      await page.goto('/field/')
      await page.evaluate(() => navigator.serviceWorker.ready)
      let loads = 0
      const count = () => {
        loads++
      }
      page.on('load', count)
      await page.evaluate((no) => {
        void navigator.serviceWorker.register(`/field/sw.js?version=${no}`, { scope: '/field/' })
      }, version)
      // The page is loaded anew, and registers the worker by its own address again, which is one more version.
      await this.until(() => loads > 0)
      await this.until(() =>
        page.evaluate(async () => {
          const found = await navigator.serviceWorker.getRegistration('/field/')
          const by = navigator.serviceWorker.controller?.scriptURL
          return !found?.installing && !found?.waiting && by?.endsWith('/sw.js') === true
        }),
      )
      page.off('load', count)
      await page.getByRole('navigation', { name: 'Places' }).waitFor()
    })
  }

  /** Waits for something of which a page that is loaded anew meanwhile says nothing. */
  private async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + 30_000
    for (;;) {
      const held = await Promise.resolve()
        .then(holds)
        .catch(() => false)
      if (held) return
      if (Date.now() > end) throw new Error('The new version did not take over.')
      await this.page.waitForTimeout(50)
    }
  }

  /** Lets a colleague sign in, book and leave the phone to the first person again. */
  anotherPerson(name: string): Promise<void> {
    return this.again(async (page) => {
      if (!this.online) return
      await meet(page, 'through')
      const { first, second, product } = this.world
      await this.enter(page, second.email)
      await ready(page)
      await fillBooking(page, second.customers[0]!, product, name)
      await page.getByRole('button', { name: 'Save booking' }).click()
      await page.waitForURL(/\/field\/acts\//)
      this.promised.push(name)
      await this.enter(page, first.email)
    })
  }

  private async enter(page: Page, email: string): Promise<void> {
    await this.context.clearCookies()
    await page.goto('/field/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
  }

  /** Writes an act under a name, which is in its facts. */
  write(step: Write, name: string): Promise<void> {
    return this.again(async (page) => {
      const save = await this.fill(page, step, name)
      if (!save) return
      await meet(page, step.way)
      if (step.kill === 'in the form') return page.close()
      const button = page.getByRole('button', { name: save })
      if (step.kill === 'at the save') {
        await button.click({ noWaitAfter: true })
        return page.close()
      }
      if (step.storage !== 'works') {
        const mend = await this.refuseStorage(page, step.storage)
        await button.click()
        await page.getByText('Not saved on this phone.').waitFor()
        await mend()
      }
      await button.click()
      await page.waitForURL(/\/field\/acts\//).catch((error) => {
        if (!page.isClosed()) throw error
      })
      this.promised.push(name)
    })
  }

  /** Fills the form of an act, and returns the name of its button; none where there is nothing to write. */
  private async fill(page: Page, { kind, customer }: Write, name: string): Promise<string | null> {
    const { first, product } = this.world
    const id = first.customers[customer]!
    const opens = async (address: string, field: string) => {
      await page.goto(address)
      const gone = page.getByText(/not on this phone|is with you/)
      await page.getByLabel(field, { exact: true }).or(gone).first().waitFor()
      return !(await gone.isVisible())
    }
    if (kind === 'booking') {
      if (!(await opens(`/field/customers/${id}/booking`, 'Remarks'))) return null
      await fillBooking(page, id, product, name)
      return 'Save booking'
    }
    if (kind === 'receipt') {
      if (!(await opens(`/field/customers/${id}/receipt`, 'Remarks'))) return null
      await page.getByLabel('Amount', { exact: true }).fill('10.00')
      await page.getByLabel('CR no.').fill(this.world.number())
      await page.getByLabel('Remarks').fill(name)
      return 'Save receipt'
    }
    if (kind === 'remittance') {
      if (!(await opens('/field/remittance', 'Remarks'))) return null
      await page.getByLabel('Reason of the variance').fill('Not counted')
      await page.getByLabel('Remarks').fill(name)
      return 'Sign and hand in'
    }
    const booked = await this.accepted(page, 'booking')
    const there = await stored<{ id: string }>(page, 'documents', first.id)
    const own = booked.find(({ answer }) => there.some(({ id }) => id === answer?.id))
    if (!own || !(await opens(`/field/bookings/${own.answer!.id}/cancel`, 'Reason'))) return null
    await page.getByLabel('Reason').fill(name)
    return 'Cancel this booking'
  }

  private async accepted(page: Page, kind?: string): Promise<StoredAct[]> {
    const acts = await stored<StoredAct>(page, 'acts', this.world.first.id)
    return acts.filter((act) => act.state === 'accepted' && (!kind || act.kind === kind))
  }

  /** Has the browser refuse what is stored at once, or when the transaction is to end, as where no room is left, until that is mended. */
  private async refuseStorage(page: Page, how: 'refuses' | 'is full') {
    await page.evaluate((full) => {
      const { prototype } = IDBObjectStore
      const { put, add } = prototype
      const broken = (work: typeof put) =>
        function (this: IDBObjectStore, ...row: Parameters<typeof put>) {
          if (!full) throw new DOMException('Refused.', 'UnknownError')
          const request = work.apply(this, row)
          this.transaction.abort()
          return request
        }
      Object.assign(window, { mend: () => Object.assign(prototype, { put, add }) })
      Object.assign(prototype, { put: broken(put), add: broken(add) })
    }, how === 'is full')
    return () => page.evaluate(() => void (window as unknown as { mend(): void }).mend())
  }

  /** Gives the line and the session back, and waits until the office has said something of each act that can be sent. */
  async settle(): Promise<StoredAct[]> {
    await this.line(true)
    await this.again(async (page) => {
      await meet(page, 'through')
      await page.goto('/field/acts')
      await signInWhereAsked(page, this.world.first.email)
      await page.goto('/field/acts')
    })
    const { page } = this
    const left = async () => {
      const acts = await stored<StoredAct>(page, 'acts')
      const accepted = new Set(
        acts.flatMap(({ key, state }) => (state === 'accepted' ? [key] : [])),
      )
      return acts
        .filter(({ state }) => state === 'waiting' || state === 'sending')
        .filter(({ depends_on }) => (depends_on ?? []).every((key) => accepted.has(key)))
        .map(({ key }) => key)
    }
    const until = Date.now() + 30_000
    while ((await left()).length > 0 && Date.now() < until) await page.waitForTimeout(100)
    return stored<StoredAct>(page, 'acts')
  }

  /** Sends an accepted act once more, as a phone does that has lain in a drawer, and returns the office's answer. */
  async sendAgain(): Promise<{ key: string; answer: unknown; document: string } | null> {
    const { page } = this
    const [act] = await this.accepted(page)
    if (!act) return null
    await this.world.age(act.key)
    const { key, no, kind, device_at, made_at, depends_on, facts, answer } = act
    const sent = { key, no, kind, device_at, made_at, depends_on, facts, version: '2.0.0' }
    const said = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch('/field/api/act', { method: 'POST', body, headers })
        return response.json()
      },
      JSON.stringify({ project: DEMO_ID, act: sent }),
    )
    return { key, answer: said, document: answer!.id }
  }
}
