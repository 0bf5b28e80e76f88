import type { Page, Response } from 'playwright'
import { isInternal } from './hostile.ts'
import { OVER } from './links.ts'
import { formsNow, type PageForm, ROW } from './page-forms.ts'

/** The page of a browser after a form was sent with a hostile text in every field. */
export interface FormResult {
  status: number
  /** Sentences of the page that say what is wrong. */
  said: string[]
  /** The current values of the text fields. */
  kept: string[]
  /** True when the form is shown again. */
  again: boolean
  /** True when a hostile text ran as a script, here or on a page after it. */
  ran: boolean
}

const TYPED = ['text', 'search', 'textarea', 'tel', 'url']
/** The same form as another time: its fields, and the button that sends it. */
const names = (form: Pick<PageForm, 'fields'>) =>
  [
    ...new Set(
      form.fields.map(({ name, type, value }) =>
        type === 'submit' ? `${name} ${value.replace(ROW, ':')}` : name,
      ),
    ),
  ]
    .sort()
    .join()

/**
 * Opens the form's screen, enters the text into each of its visible fields past whatever the control would not
 * take, and sends it past the checks of the page: the server must see it.
 *
 * @returns null when there is nothing to enter, or the form is gone, as after a command that is done.
 */
export async function sendByBrowser(
  page: Page,
  form: PageForm,
  text: string,
): Promise<FormResult | null> {
  await page.goto(form.screen.path)
  const now = await formsNow(page)
  const found = now.find((one) => one.method === form.method && names(one) === names(form))
  const entered = form.fields.filter(({ type }) => !['hidden', 'file', 'submit'].includes(type))
  if (!found || entered.length === 0) return null
  const { index } = found
  const button = found.fields.find(({ type }) => type === 'submit')
  await hydrated(page, index)
  let status = 0
  const listen = (response: Response) => {
    const request = response.request()
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      status = response.status()
  }
  page.on('response', listen)
  // A file that is handed over leaves the page as it is.
  const loaded = Promise.race([page.waitForEvent('load'), page.waitForEvent('download')])
  await page.evaluate(
    ([index, fields, value, pressed]) => {
      const [target, all] = [document.forms[index]!, new Set(fields)]
      for (const element of [...target.elements] as HTMLInputElement[]) {
        if (!all.has(element.name)) continue
        if ((element as unknown) instanceof HTMLSelectElement)
          (element as unknown as HTMLSelectElement).add(new Option(value, value, true, true))
        else if (element.type === 'checkbox' || element.type === 'radio') {
          element.checked = true
          element.value = value
        } else {
          if (element.type !== 'hidden' && element.tagName === 'INPUT') element.type = 'text'
          element.value = value
        }
      }
      if (pressed) {
        const said = document.createElement('input')
        Object.assign(said, { type: 'hidden', name: pressed.name, value: pressed.value })
        target.append(said)
      }
      setTimeout(() => HTMLFormElement.prototype.submit.call(target))
    },
    [index, entered.map(({ name }) => name), text, button ?? null] as const,
  )
  await loaded
  page.off('response', listen)
  const typed = entered.filter(({ type }) => TYPED.includes(type)).map(({ name }) => name)
  const seen = await page.evaluate(
    ([fields, method]) => {
      const forms = [...document.forms].filter((one) => one.method === method)
      const target = forms.find((one) => fields.every((name) => one.elements.namedItem(name)))
      const controls = [...(target?.elements ?? [])] as HTMLInputElement[]
      return {
        again: Boolean(target),
        kept: controls.filter(({ name }) => fields.includes(name)).map(({ value }) => value),
        said: [...document.querySelectorAll('[role=alert], [id$="-error"], main h1')]
          .map((element) => element.textContent?.trim() ?? '')
          .filter(Boolean),
        ran: 'pwned' in window,
      }
    },
    [typed, form.method] as const,
  )
  return { status, ...seen }
}

/** Waits until React has hydrated the form: an earlier change would differ from the server's page. */
const hydrated = (page: Page, index: number) =>
  page.waitForFunction(
    (index) => Object.keys(document.forms[index]!).some((key) => key.startsWith('__reactProps')),
    index,
  )

/**
 * Returns the problems of an answer; none where it refuses clearly and keeps the typed values, or
 * accepts.
 */
export function refusedKeeps(
  { status, said, kept, again, ran }: FormResult,
  text: string,
): string[] {
  const plain = (value: string) =>
    value
      .replaceAll('\0', '')
      .replace(/[\r\n]/g, '')
      .trim()
  return [
    ...(ran ? ['it ran'] : []),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(status >= 400 && said.length === 0 ? [`${status} without a word`] : []),
    ...said.filter(isInternal),
    // A mail's link that is over has no form any more: it says so.
    ...(status >= 400 && status < 500 && !again && !said.includes(OVER)
      ? [`${status}: the form is gone`]
      : []),
    ...(status === 422 && kept.some((value) => plain(value) !== plain(text))
      ? [`kept is ${JSON.stringify([...new Set(kept)].map((value) => value.slice(0, 60)))}`]
      : []),
  ]
}
