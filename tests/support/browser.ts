import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, inject } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient, USER_AGENT } from '../../tools/http-client.ts'
import { plainPage } from './plain-page.ts'
import type { WebServer } from './server.ts'

/** Answers that a test provokes on purpose are printed by Chromium as errors; they are none of ours. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4(03|04|09|22)/

/** One person at one browser. `problems` are script errors, console errors and policy violations seen. */
export interface Visit {
  page: Page
  problems: string[]
  scripts: boolean
  close(): Promise<void>
}

interface Options {
  /** False: no scripts run. A page is read without a browser then, unless it has to be drawn. */
  scripts?: boolean
  /** True: drawn by the browser also where it runs no scripts, for what its layout decides. */
  drawn?: boolean
  width?: number
  /** A page that no other visit has or will have: for what cannot be undone, as a stopped clock. */
  own?: boolean
}

/** A page that one visit after another has: what it has loaded and compiled stays, which is half of a page's cost. */
interface Seat {
  context: BrowserContext
  page: Page
  problems: string[]
  scripts: boolean
  origin: string
}

/** The browser of all files that this process runs, and its pages that no visit has now. */
let browser: Promise<Browser> | undefined
const free: Seat[] = []

async function newSeat(origin: string, scripts: boolean): Promise<Seat> {
  browser ??= chromium.launch({
    executablePath: inject('browser'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const context = await (await browser).newContext({ baseURL: origin, javaScriptEnabled: scripts })
  if (scripts) await context.addInitScript(keepIdle)
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  if (scripts) waitForDrawing(page)
  return { context, page, problems: [], scripts, origin }
}

/** Forgets everything of the last visit but the cache. */
async function leave({ context, page, origin }: Seat): Promise<void> {
  for (const event of ['console', 'pageerror', 'request', 'load'] as const)
    page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.evaluate(() => sessionStorage.clear()).catch(() => {})
  await page.goto('about:blank')
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
}

/** Visits of a test file to its server. `defaults.scripts`: false for a file whose pages are read over HTTP. */
export function testBrowser(server: WebServer, defaults: { scripts?: boolean } = {}) {
  const taken = new Set<Seat>()
  // A failed test may leave pages open in any state.
  afterAll(() => Promise.all([...taken].map(({ context }) => context.close())))

  async function visit({
    scripts = defaults.scripts ?? true,
    drawn = scripts,
    width = 1280,
    own,
  }: Options = {}): Promise<Visit> {
    if (!drawn)
      return { page: plainPage(server.origin, width), problems: [], scripts, close: async () => {} }
    const at = free.findIndex(
      (seat) => !own && seat.scripts === scripts && seat.origin === server.origin,
    )
    const [found] = at === -1 ? [] : free.splice(at, 1)
    const seat = found ?? (await newSeat(server.origin, scripts))
    taken.add(seat)
    const { page, context } = seat
    await page.setViewportSize({ width, height: 800 })
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text()))
        problems.push(message.text())
    })
    const close = async () => {
      if (!taken.delete(seat)) return
      if (own) return context.close()
      await leave(seat)
      free.push(seat)
    }
    return { page, problems, scripts, close }
  }

  /**
   * A visit that has signed in and stands on the landing page: with the session that was made before all files, or,
   * on a server of the file's own, with a new one. Without the welcome and the gate, which identity.test.ts is about.
   */
  async function signedIn(
    email: string,
    options: Options & { fresh?: boolean } = {},
  ): Promise<Visit> {
    const made = await visit(options)
    await enterText(made.page, server, email, options.fresh)
    await made.page.goto('/home')
    await made.page.waitForURL(/\/(admin-)?home$/)
    return made
  }

  return { visit, signedIn }
}

async function signInAsBrowser(server: WebServer, email: string) {
  const client = new HttpClient(server.origin, { 'user-agent': USER_AGENT })
  const { status } = await client.signIn(email)
  if (status !== 302) throw new Error(`${email} cannot sign in: ${status}`)
  return client.cookies
}

/** Brings a session of a demo person into the page's browser without the form. */
export async function enterText(
  page: Page,
  server: WebServer,
  email: string,
  fresh = false,
): Promise<void> {
  const warm = inject('warmServers').some(({ origin }) => origin === server.origin)
  const made = !fresh && warm ? inject('sessions')[email] : undefined
  const cookies = made ?? [...(await signInAsBrowser(server, email))]
  await page.context().clearCookies()
  await page
    .context()
    .addCookies(cookies.map(([name, value]) => ({ name, value, url: server.origin })))
}

/** Longest that is waited for a page to be drawn. */
const DRAWN_MS = 2000

interface Idle {
  /** Resolves when the page is drawn and its browser has nothing left to do. */
  testIdle(): Promise<void>
}

/** Keeps the browser's own clock for the wait, before a test replaces it by one that stands still. */
function keepIdle(): void {
  const frame = window.requestAnimationFrame.bind(window)
  const idle = window.requestIdleCallback.bind(window)
  const testIdle = () => new Promise<void>((done) => frame(() => idle(() => done())))
  Object.assign(window, { testIdle } satisfies Idle)
}

/**
 * A page's address and its markup are there a moment before the scripts have taken over, or drawn what the address
 * says: here both waits end when the browser has nothing left to do.
 */
function waitForDrawing(page: Page): void {
  const idle = () =>
    Promise.race([
      page
        .evaluate(() => (window as unknown as Idle).testIdle())
        .catch((error: Error) => {
          // Any other error: it has gone on to another page.
          if (error.message.includes('testIdle')) throw error
        }),
      new Promise<void>((done) => {
        setTimeout(done, DRAWN_MS)
      }),
    ])
  const { goto, waitForURL } = page
  page.goto = async (...given) => {
    const answer = await goto.apply(page, given)
    await idle()
    return answer
  }
  page.waitForURL = async (...given) => {
    await waitForURL.apply(page, given)
    await idle()
  }
}

export async function signInOnPage(
  page: Page,
  email: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The sign-in screen: `/`, or `/login` where the browser had known of the session that is over. */
export function isSignIn({ pathname }: URL): boolean {
  return pathname === '/' || pathname === '/login'
}

/** Chooses in a picker: typed and taken with Enter, or from the native list where no scripts run. */
export async function pick(
  { page, scripts }: Visit,
  label: string,
  text: string,
  nth = 0,
): Promise<void> {
  if (scripts) {
    // Until the scripts have taken over, it is a list.
    const box = page.getByRole('combobox', { name: label }).and(page.locator('input')).nth(nth)
    await box.fill(text)
    await page.getByRole('option', { name: text }).first().click()
    return
  }
  const select = page.locator('main').getByLabel(label).nth(nth)
  const value = await select.locator('option', { hasText: text }).first().getAttribute('value')
  await select.selectOption(value)
}

/** Names one of many in a picker that also takes a new name, and adds it there when it is new. */
export async function pickOrAdd(
  { page, scripts }: Visit,
  field: string,
  name: string,
): Promise<void> {
  if (scripts) {
    await page.locator(`div:has(> [name=${field}]) > [role=combobox]`).fill(name)
    const own = new RegExp(`^(${name}|Add “${name}” as a new .*)$`)
    await page.getByRole('option', { name: own }).first().click()
    return
  }
  await page.locator(`[name=${field}_typed]`).fill(name)
  await page.locator(`[name=new_${field}]`).check()
}

/** Keeps a picture of what went wrong. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: `test-results/${name.replace(/\W+/g, '-')}.png`, fullPage: true })
}

/** Opens the further acts of a document. */
export const openMore = (page: Page) => page.locator('summary', { hasText: 'More' }).first().click()

/** An expression for the page: what moves sideways in its main part, by name or text. */
export const MOVES_SIDEWAYS = `[...document.querySelectorAll('main *')]
  .filter((part) => part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
  .map((part) => part.ariaLabel ?? part.textContent.slice(0, 60))`
