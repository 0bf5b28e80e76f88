import { mkdirSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { browserAtHand } from '../../tools/needs.mjs'
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
  /** False: the browser runs no scripts. */
  scripts?: boolean
  width?: number
}

async function executable(): Promise<string> {
  const found = await browserAtHand()
  if (!found) throw new Error('No Chromium: set CHROMIUM_PATH or install chromium.')
  return found
}

/** A browser for a test file; each visit has its own cookies. */
export function testBrowser(server: WebServer) {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await executable(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(() => browser?.close())

  async function visit({ scripts = true, width = 1280 }: Options = {}): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: scripts,
      viewport: { width, height: 800 },
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    if (scripts) waitForDrawing(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text()))
        problems.push(message.text())
    })
    return { page, problems, scripts, close: () => context.close() }
  }

  /** A visit that has signed in and stands on the landing page. */
  async function signedIn(email: string, options: Options = {}): Promise<Visit> {
    const made = await visit(options)
    // Without the welcome and the gate, which identity.test.ts is about: they would take minutes of each run.
    const answer = await made.page.request.post('/?index', {
      form: { email, password: DEMO_PASSWORD },
      headers: { origin: server.origin },
      maxRedirects: 0,
    })
    if (answer.status() !== 302) throw new Error(`${email} cannot sign in: ${answer.status()}`)
    await made.page.goto('/home')
    await made.page.waitForURL(/\/(admin-)?home$/)
    return made
  }

  return { visit, signedIn }
}

/** Longest that is waited for a page to be drawn; one whose clock a test has stopped never says so. */
const DRAWN_MS = 2000

/**
 * A page's address and its markup are there a moment before the scripts have taken over, or drawn what the address
 * says: here both waits end when the browser has nothing left to do.
 */
function waitForDrawing(page: Page): void {
  const idle = () =>
    Promise.race([
      page
        .evaluate(
          () =>
            new Promise<void>((done) => {
              requestAnimationFrame(() => requestIdleCallback(() => done()))
            }),
        )
        // It has gone on to another page.
        .catch(() => {}),
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

export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
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
  const select = page.getByLabel(label).nth(nth)
  const value = await select.locator('option', { hasText: text }).first().getAttribute('value')
  await select.selectOption(value)
}

/** Keeps a picture of what went wrong. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: `test-results/${name.replace(/\W+/g, '-')}.png`, fullPage: true })
}
