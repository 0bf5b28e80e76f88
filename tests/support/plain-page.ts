import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { HttpClient, USER_AGENT } from '../../tools/http-client.ts'
import {
  byLabel,
  byRole,
  byText,
  isShown,
  matches,
  type Named,
  parsePage,
  shownText,
  type Wanted,
} from './plain-dom.ts'
import {
  choose,
  formOf,
  isDisabled,
  type PickedFile,
  type PickedFiles,
  sendingOf,
  setValue,
  tick,
  valueIn,
} from './plain-form.ts'

interface Filter {
  hasText?: Wanted
  hasNotText?: Wanted
  has?: PlainLocator
}

/** Elements of the page as it stands when they are asked for. */
class PlainLocator {
  constructor(
    readonly page: PlainPage,
    readonly find: () => Element[],
    readonly what: string,
  ) {}

  #within(what: string, find: (root: Element) => Element[]): PlainLocator {
    const all = () => [...new Set(this.find().flatMap(find))]
    return new PlainLocator(this.page, all, `${this.what} ${what}`)
  }

  #of(what: string, choice: (all: Element[]) => Element[]): PlainLocator {
    return new PlainLocator(this.page, () => choice(this.find()), `${this.what} ${what}`)
  }

  getByRole = (role: string, named?: Named) =>
    this.#within(`${role} ${named?.name ?? ''}`, (root) =>
      byRole(root, role, named).filter((one) => isShown(one, this.page.width)),
    )

  getByLabel = (label: Wanted, { exact }: { exact?: boolean } = {}) =>
    this.#within(`labeled ${label}`, (root) => byLabel(root, label, exact))

  getByText = (text: Wanted, { exact }: { exact?: boolean } = {}) =>
    this.#within(`with the text ${text}`, (root) => byText(root, text, exact))

  getByPlaceholder = (text: string) => this.locator(`[placeholder*="${text}"]`)

  locator(css: string, filter: Filter = {}): PlainLocator {
    const selector = css.replaceAll(':visible', '').replaceAll(':popover-open', '[data-open]')
    const seen = (one: Element) => !css.includes(':visible') || isShown(one, this.page.width)
    const found = this.#within(css, (root) => [...root.querySelectorAll(selector)].filter(seen))
    return found.filter(filter)
  }

  filter({ hasText, hasNotText, has }: Filter): PlainLocator {
    return this.#of(`that has ${hasText ?? has?.what ?? ''}`, (all) =>
      all.filter(
        (one) =>
          (hasText === undefined || matches(one.textContent, hasText)) &&
          (hasNotText === undefined || !matches(one.textContent, hasNotText)) &&
          (!has || has.find().some((inner) => one !== inner && one.contains(inner))),
      ),
    )
  }

  and = (other: PlainLocator) =>
    this.#of(`and ${other.what}`, (all) => all.filter((one) => other.find().includes(one)))
  or = (other: PlainLocator) => this.#of(`or ${other.what}`, (all) => [...all, ...other.find()])
  first = () => this.#of('first', (all) => all.slice(0, 1))
  last = () => this.#of('last', (all) => all.slice(-1))
  nth = (at: number) => this.#of(`nth ${at}`, (all) => all.slice(at, at + 1))
  all = async () => this.find().map((_, at) => this.nth(at))
  count = async () => this.find().length

  /** The one element that is meant. */
  #one({ shown = false } = {}): Element {
    const all = this.find()
    if (all.length !== 1)
      throw new Error(`${all.length} elements are ${this.what} on ${this.page.url()}.`)
    if (shown && !isShown(all[0]!, this.page.width)) throw new Error(`${this.what} is not shown.`)
    return all[0]!
  }

  allInnerTexts = async () => this.find().map((one) => shownText(one, this.page.width).trim())
  innerText = async () => shownText(this.#one(), this.page.width).trim()
  allTextContents = async () => this.find().map((one) => one.textContent ?? '')
  textContent = async () => this.#one().textContent
  getAttribute = async (name: string) => this.#one().getAttribute(name)
  inputValue = async () => valueIn(this.#one())
  isChecked = async () => this.#one().hasAttribute('checked')
  isDisabled = async () => isDisabled(this.#one())
  isVisible = async () => this.find().some((one) => isShown(one, this.page.width))
  evaluate = async <T, A>(read: (one: Element, arg: A) => T, arg: A) => read(this.#one(), arg)
  evaluateAll = async <T>(read: (all: Element[]) => T) => read(this.find())

  /** The page does not change on its own: what is not there now never comes. */
  async waitFor({ state = 'visible' }: { state?: string } = {}): Promise<void> {
    const all = this.find()
    const shown = all.some((one) => isShown(one, this.page.width))
    const met = { visible: shown, hidden: !shown, attached: all.length > 0, detached: !all.length }
    if (!met[state as keyof typeof met])
      throw new Error(`${this.what} is not ${state} on ${this.page.url()}:\n${this.page.excerpt()}`)
  }

  fill = async (value: string) => setValue(this.#one({ shown: true }), value)
  check = async () => tick(this.#one(), true)
  uncheck = async () => tick(this.#one(), false)
  selectOption = async (wanted: string | { label?: string; value?: string } | null) =>
    choose(this.#one({ shown: true }), wanted ?? '')
  setInputFiles = async (files: PickedFile | PickedFile[]) => {
    this.page.files.set(this.#one(), [files].flat())
  }
  click = () => this.page.click(this.#one({ shown: true }))

  async press(key: string): Promise<void> {
    const form = formOf(this.#one())
    if (key !== 'Enter' || !form) throw new Error(`${key} does nothing without scripts.`)
    await this.page.send(form, form.querySelector('button:not([type=button]), input[type=submit]'))
  }
}

interface Answer {
  status(): number
  url(): string
  text(): Promise<string>
  headers(): Record<string, string>
  request(): { method(): string }
}

/**
 * A page as a browser has it that runs no scripts, without the browser: HTML from the server, links to follow, forms to
 * send. It has of Playwright's page what tests of both kinds of browsers ask for. Nothing is drawn: what is shown
 * follows from attributes and from the classes that hide something.
 */
class PlainPage {
  #address: string
  #html = ''
  #root = parsePage('<html></html>')
  #past: string[] = []
  /** Asks again for the page as it is, as a browser does: what was sent is sent once more. */
  #last: () => Promise<Answer> = () => this.goto(this.origin)
  #waiting: { wanted: (answer: Answer) => boolean; done: (answer: Answer) => void }[] = []
  files: PickedFiles = new Map()

  constructor(
    readonly client: HttpClient,
    private readonly origin: string,
    public width: number,
  ) {
    this.#address = origin
  }

  readonly #whole = () => new PlainLocator(this, () => [this.#root.documentElement], '')
  getByRole = (role: string, named?: Named) => this.#whole().getByRole(role, named)
  getByLabel = (label: Wanted, how?: { exact?: boolean }) => this.#whole().getByLabel(label, how)
  getByText = (text: Wanted, how?: { exact?: boolean }) => this.#whole().getByText(text, how)
  locator = (css: string, filter?: Filter) => this.#whole().locator(css, filter)

  url = () => this.#address
  content = async () => this.#html
  title = async () => this.#root.title.trim()
  excerpt = () => shownText(this.#root.body, this.width).replace(/\s+/g, ' ')
  reload = () => this.#last()
  request = {
    get: async (to: string) => {
      const response = await this.client.get(this.#pathOf(new URL(to, this.#address)))
      const body = Buffer.from(await response.arrayBuffer())
      return {
        status: () => response.status,
        headers: () => Object.fromEntries(response.headers),
        body: async () => body,
        text: async () => body.toString(),
      }
    },
  }
  context = () => ({
    newPage: async () => new PlainPage(this.client, this.origin, this.width),
    clearCookies: async () => this.client.cookies.clear(),
    addCookies: async (all: { name: string; value: string }[]) => {
      for (const { name, value } of all) this.client.cookies.set(name, value)
    },
  })

  goto(to: string): Promise<Answer> {
    return this.#open('GET', new URL(to, this.#address))
  }

  async goBack(): Promise<void> {
    this.#past.pop()
    await this.goto(this.#past.pop() ?? this.origin)
  }

  /** Waits for an address. If the page has a refresh instruction, the page follows it. */
  async waitForURL(wanted: RegExp | string | ((url: URL) => boolean)): Promise<void> {
    const there = () => {
      const url = new URL(this.#address)
      if (typeof wanted === 'function') return wanted(url)
      if (typeof wanted === 'string') return url.href.endsWith(wanted.replace(/^\*\*/, ''))
      return wanted.test(url.href)
    }
    const onward = this.#root.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')
    if (!there() && onward) await this.goto(/url=(.*)/.exec(onward)![1]!)
    if (!there()) throw new Error(`It is ${this.#address}, not ${wanted}:\n${this.excerpt()}`)
  }

  waitForLoadState = async () => {}
  waitForResponse = (wanted: (answer: Answer) => boolean) =>
    new Promise<Answer>((done) => this.#waiting.push({ wanted, done }))
  setViewportSize = async ({ width }: { width: number }) => {
    this.width = width
  }
  screenshot = async ({ path: file }: { path: string }) => {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file.replace(/\.png$/, '.html'), this.#html)
  }

  /** Performs the click of an element, or of the link or button that it is in. */
  async click(element: Element): Promise<void> {
    const target = element.closest('a[href], button, input, label, summary')
    if (!target) throw new Error(`A click on ${element.outerHTML.slice(0, 200)} does nothing.`)
    if (target.tagName === 'A') await this.goto(target.getAttribute('href')!)
    else if (target.tagName === 'SUMMARY') target.parentElement!.toggleAttribute('open')
    else if (target.tagName === 'LABEL') {
      const id = target.getAttribute('for')
      const control = id ? this.#root.getElementById(id) : target.querySelector('input')
      await this.click(control!)
    } else await this.#press(target)
  }

  async #press(control: Element): Promise<void> {
    const type = control.getAttribute('type') ?? (control.tagName === 'BUTTON' ? 'submit' : 'text')
    const popover = control.getAttribute('popovertarget')
    const form = formOf(control)
    if (isDisabled(control)) throw new Error('The button is disabled.')
    if (popover) {
      const opened = this.#root.getElementById(popover)!
      const hide = control.getAttribute('popovertargetaction') === 'hide'
      if (hide || opened.hasAttribute('data-open')) opened.removeAttribute('data-open')
      else opened.setAttribute('data-open', '')
    } else if (type === 'checkbox') tick(control, !control.hasAttribute('checked'))
    else if (type === 'radio') tick(control, true)
    else if (type === 'submit' && form) await this.send(form, control)
    else throw new Error(`A click on ${control.outerHTML.slice(0, 200)} does nothing.`)
  }

  async send(form: Element, button: Element | null): Promise<void> {
    const { method, url, body } = sendingOf(form, button, this.#address, this.files)
    await this.#open(method, url, body)
  }

  #pathOf(url: URL): string {
    if (url.origin !== this.origin) throw new Error(`${url.href} is another place.`)
    return url.pathname + url.search
  }

  async #open(method: 'GET' | 'POST', to: URL, body?: URLSearchParams | FormData): Promise<Answer> {
    let [how, at, sent] = [method as string, to, body as typeof body | undefined]
    for (let steps = 0; ; steps++) {
      if (steps > 10) throw new Error(`${to.href} leads round in circles.`)
      const headers = { referer: this.#address, accept: 'text/html' }
      const path = this.#pathOf(at)
      const response = sent
        ? await this.client.send(path, { method: how, body: sent }, headers)
        : await this.client.get(path, headers)
      const html = await response.text()
      const [status, url, wanted] = [response.status, at.href, how]
      const answer: Answer = {
        status: () => status,
        url: () => url,
        text: async () => html,
        headers: () => Object.fromEntries(response.headers),
        request: () => ({ method: () => wanted }),
      }
      const met = this.#waiting.filter(({ wanted }) => wanted(answer))
      this.#waiting = this.#waiting.filter((one) => !met.includes(one))
      for (const { done } of met) done(answer)
      const next = response.headers.get('location')
      if (next && status >= 300 && status < 400) {
        at = new URL(next, at)
        if (status !== 307 && status !== 308) [how, sent] = ['GET', undefined]
        continue
      }
      if (response.headers.get('content-disposition')?.startsWith('attachment')) return answer
      const again = [how as 'GET' | 'POST', at, sent] as const
      this.#last = () => this.#open(...again)
      this.#address = at.href
      this.#past.push(at.href)
      this.#html = html
      this.#root = parsePage(html)
      this.files = new Map()
      return answer
    }
  }
}

/** A page without scripts for the tests that a browser with scripts goes through as well. */
export const plainPage = (origin: string, width: number) =>
  new PlainPage(
    new HttpClient(origin, { 'user-agent': USER_AGENT }),
    origin,
    width,
  ) as unknown as Page
