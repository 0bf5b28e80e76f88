import type { BrowserContext, Page, Route } from 'playwright'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { picture } from '../browser.ts'
import {
  ACT,
  ASKS,
  fillBooking,
  killPage,
  meet,
  openApp,
  ready,
  type StoredAct,
  signInWhereAsked,
  stored,
  within,
} from '../field-history.ts'
import { fill } from './forms.ts'
import type { Death, Office } from './office.ts'
import type { TwoSaves, Write } from './steps.ts'
import { isAtSaved, SAVED, saveTwice } from './tabs.ts'
import type { World } from './world.ts'

/** A page that has not sent within this time has nothing to send, or may not. */
const SEND_MS = 5_000

/** A new version that has not taken over within this time waits for the former one. */
const TAKE_OVER_MS = 20_000

/**
 * Errors of a page that is loaded anew in a step, as a version that waited takes over at any moment. Chromium never answers a page
 * that is opened at this very moment; a person loads it again.
 */
const TAKEN_OVER =
  /net::ERR_ABORTED|context was destroyed|interrupted by another navigation|page\.goto: Timeout/

/** Versions that phones have found, and those of them that took over at once. */
export const versions = { made: 0, taken: 0 }

/** Returns the addresses of the service workers of a page, by what each of them does. */
function workersOf(page: Page) {
  return page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration('/field/')
    return {
      installing: found?.installing?.scriptURL,
      waiting: found?.waiting?.scriptURL,
      active: found?.active?.scriptURL,
      controller: navigator.serviceWorker.controller?.scriptURL,
    }
  })
}

/** A phone in a history, whose page may be killed at any moment. */
export class Phone {
  private page: Page
  private online = true
  private signedIn = true
  /** Ends when an act has met what is on its way; null where nothing is. */
  private met: Promise<void> | null = null
  /** Acts that met something on their way, as they left the phone. */
  private readonly sent: string[] = []
  /** Names or keys of acts of which the phone has said that they are saved. */
  readonly promised: string[] = []

  private constructor(
    private readonly world: World,
    private readonly office: Office,
    private readonly context: BrowserContext,
    page: Page,
  ) {
    this.page = page
  }

  static async open(world: World, office: Office, context: BrowserContext): Promise<Phone> {
    const page = await openApp(context, world.first.email)
    await ready(page)
    return new Phone(world, office, context, page)
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
      if (!page.isClosed() && !TAKEN_OVER.test(String(error))) throw error
      return this.again(work)
    })
  }

  /** Does a step that needs the office, again where its server has died in it. */
  private async withOffice<T>(work: (page: Page) => Promise<T>): Promise<T> {
    await this.office.isThere()
    const { allDeaths } = this.office
    return this.again(work).catch((error) => {
      if (this.office.allDeaths === allDeaths) throw error
      return this.withOffice(work)
    })
  }

  /** Has the next acts meet something on their way, or the office's server die of the next one. */
  private async meets(page: Page, way: Write['way']): Promise<void> {
    let isMet = (_sent: string) => {}
    this.met =
      way === 'through'
        ? null
        : new Promise((resolve) => {
            isMet = (sent) => {
              this.sent.push(sent)
              resolve()
            }
          })
    if (way !== 'before the commit' && way !== 'after the commit') return meet(page, way, isMet)
    await meet(page, 'through')
    await page.route(
      ACT,
      (route) => {
        isMet(route.request().postData() ?? '')
        return this.killOffice(route, way)
      },
      { times: 1 },
    )
  }

  /** Lets the page send, so that the next step does not come before what meets its acts. */
  private async sends(): Promise<void> {
    if (this.online && this.signedIn && this.met) await within(SEND_MS, this.met)
  }

  private async killOffice(route: Route, death: Death): Promise<void> {
    const { act } = route.request().postDataJSON() as { act: { key: string } }
    const answer = await this.office.dieOf(act.key, death, () => route.fetch())
    // The page may have been killed meanwhile.
    await (answer ? route.fulfill({ response: answer }) : route.abort('connectionreset')).catch(
      () => {},
    )
  }

  /** Takes a picture of the page. */
  async picture(name: string): Promise<void> {
    if (this.page.isClosed()) return
    await picture(this.page, name)
  }

  async line(on: boolean): Promise<void> {
    this.online = on
    await this.context.setOffline(!on)
    await this.sends()
  }

  async endSession(): Promise<void> {
    this.signedIn = false
    await this.context.clearCookies()
  }

  /** Opens a tab beside the first one, which may send too. */
  secondTab(): Promise<void> {
    return this.again(async () => {
      const other = await this.context.newPage()
      try {
        await other.goto('/field/acts')
      } finally {
        await killPage(other)
      }
    })
  }

  /**
   * Has the app find a new version of itself, which takes over, and go on with it. Chromium lets the former version end what it
   * does, for five minutes at most: then the new one waits, and the history goes on with the former.
   */
  newVersion(): Promise<void> {
    return this.withOffice(async (page) => {
      if (!this.online) return
      await page.goto('/field/')
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.evaluate(
        async (no) => {
          await navigator.serviceWorker.register(`/field/sw.js?version=${no}`, { scope: '/field/' })
        },
        ++versions.made,
      )
      // The page is loaded anew, and registers the worker by its own address again, which is one more version.
      const isNew = await this.isWithin(TAKE_OVER_MS, async () => {
        const { installing, waiting, controller } = await workersOf(page)
        return !installing && !waiting && controller?.endsWith('/sw.js') === true
      })
      if (isNew) versions.taken++
      else {
        const there = await workersOf(page)
        if (!there.waiting)
          throw new Error(`The new version neither took over nor waits: ${JSON.stringify(there)}`)
      }
      await page.getByRole('navigation', { name: 'Places' }).waitFor()
    })
  }

  /** Tells whether something holds within a time; a page that is loaded anew meanwhile says nothing. */
  private async isWithin(time: number, holds: () => Promise<boolean>): Promise<boolean> {
    for (const end = Date.now() + time; Date.now() < end; ) {
      if (await holds().catch(() => false)) return true
      await this.page.waitForTimeout(50)
    }
    return false
  }

  /** Lets a colleague sign in, book and leave the phone to the first person again. */
  anotherPerson(name: string): Promise<void> {
    return this.withOffice(async (page) => {
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
    this.signedIn = true
  }

  /** Writes an act under a name, which is in its facts. */
  write(step: Write, name: string): Promise<void> {
    return this.again(async (page) => {
      const save = await fill(page, this.world, step, name)
      if (!save) return
      if (this.online) await this.office.isThere()
      await this.meets(page, step.way)
      if (step.kill === 'in the form') return killPage(page)
      const button = page.getByRole('button', { name: save })
      if (step.kill === 'at the save') {
        await button.click({ noWaitAfter: true })
        return killPage(page)
      }
      if (step.storage !== 'works') {
        const mend = await this.refuseStorage(page, step.storage)
        await button.click()
        await page.getByText('Not saved on this phone.').waitFor()
        await mend()
      }
      const saved =
        step.kind === 'withdrawal' ? page.getByText(/^Withdrawn:/).waitFor() : isAtSaved(page)
      const isSaved = saved.catch((error) => {
        if (!page.isClosed()) throw error
      })
      // A save that was refused in the draft alone may come through once the storage is mended: then the button is gone.
      await Promise.race([button.click(), isSaved])
      await isSaved
      // The key is in the address. A page that was killed before it said so has promised what it was sending already, and nothing else.
      const [, key] = SAVED.exec(page.url()) ?? []
      const isSent = this.sent.some((text) => text.includes(`"${name}"`))
      if (key || isSent) this.promised.push(key ?? name)
      await this.sends()
    })
  }

  /** Saves a form twice: by two taps, or in two tabs. */
  saveTwice(step: TwoSaves, name: string): Promise<void> {
    return this.again(async (page) => {
      if (this.online) await this.office.isThere()
      await meet(page, 'through')
      const { context, world } = this
      this.promised.push(...(await saveTwice({ page, context, world }, step, name)))
    })
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

  /** Gives the line, the office and the sessions back, until the office has said something of each act that can be sent. */
  async settle(): Promise<StoredAct[]> {
    await this.line(true)
    const { first, second } = this.world
    await this.settleOf(second)
    await this.settleOf(first)
    return stored<StoredAct>(this.page, 'acts')
  }

  private async settleOf({ id, email }: { id: string; email: string }): Promise<void> {
    const left = async (page: Page) => {
      const acts = await stored<StoredAct>(page, 'acts', id)
      const accepted = new Set(
        acts.flatMap(({ key, state }) => (state === 'accepted' ? [key] : [])),
      )
      return acts
        .filter(({ state }) => state === 'waiting' || state === 'sending')
        .filter(
          ({ depends_on, withdraw }) =>
            withdraw !== undefined || (depends_on ?? []).every((key) => accepted.has(key)),
        )
    }
    await this.withOffice(async (page) => {
      await meet(page, 'through')
      const isOfSecond = email === this.world.second.email
      if (isOfSecond && (await left(page)).length === 0) return
      if (isOfSecond) await this.enter(page, email)
      await page.goto('/field/acts')
      const status = await page.evaluate(async () => (await fetch('/field/api/me')).status)
      if (status === 401) await page.getByRole('link', { name: ASKS }).waitFor()
      if (await signInWhereAsked(page, email)) await page.goto('/field/acts')
      const until = Date.now() + 180_000
      for (let open = await left(page); open.length > 0; open = await left(page)) {
        if (Date.now() > until) throw new Error(`Still on the phone: ${JSON.stringify(open)}`)
        // The phone asks once the office has said that another person has signed in.
        if (await signInWhereAsked(page, email)) await page.goto('/field/acts')
        await page.waitForTimeout(100)
      }
      if (isOfSecond) await this.enter(page, this.world.first.email)
    })
  }

  /** Sends an accepted act of each kind once more, as a phone does that has lain in a drawer, and returns the office's answers. */
  async sendAgain(): Promise<{ key: string; document: string; answer: unknown }[]> {
    const { page } = this
    const acts = await stored<StoredAct>(page, 'acts', this.world.first.id)
    const ofKinds = new Map(
      acts.filter(({ state }) => state === 'accepted').map((act) => [act.kind, act]),
    )
    const again = []
    for (const {
      key,
      no,
      kind,
      device_at,
      made_at,
      depends_on,
      facts,
      answer,
    } of ofKinds.values()) {
      await this.world.age(key)
      const sent = { key, no, kind, device_at, made_at, depends_on, facts, version: '2.0.0' }
      const said = await page.evaluate(
        async (body) => {
          const headers = { 'content-type': 'application/json' }
          const response = await fetch('/field/api/act', { method: 'POST', body, headers })
          return response.json()
        },
        JSON.stringify({ project: DEMO_ID, act: sent }),
      )
      again.push({ key, document: answer!.id, answer: said })
    }
    return again
  }
}
