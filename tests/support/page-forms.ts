import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import type { Screen } from './screens.ts'

/** A control that is sent with its form. */
export interface FormField {
  name: string
  /** The `type` of the element: text, hidden, select-one, textarea, checkbox, file, submit … */
  type: string
  value: string
  /** Values of a select that choose something. */
  options: string[]
  decimal: boolean
}

/** A screen as the server sends it; open to everyone where nobody is named. */
type FoundScreen = Omit<Screen, 'who'> & Partial<Pick<Screen, 'who'>>

/** A form as a page of the server has it, sent by one of its buttons: those with a name are fields like others. */
export interface PageForm {
  /** The screen, what it does and what it asks for: the same form on two screens is two. */
  key: string
  screen: Omit<FoundScreen, 'html'>
  /** Its place among the forms of the page. */
  index: number
  method: 'get' | 'post'
  action: string
  multipart: boolean
  fields: FormField[]
}

/** Matches the parts that differ between rows, not between kinds of forms or pages. */
export const ROW = /[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g

/** Matches forms of the shell around every screen, which are taken from one screen only. */
const AROUND = /^\/(theme|signout|switch-project|search)\b/

/** The forms of some screens, each kind once: of a list's rows, the first. */
export async function formsOf(page: Page, screens: FoundScreen[]): Promise<PageForm[]> {
  const found = new Map<string, PageForm>()
  for (const screen of screens) {
    await page.setContent(screen.html, { waitUntil: 'commit' })
    for (const form of await formsNow(page)) {
      const names = form.fields.map(({ name }) => name.replace(ROW, ':'))
      const buttons = form.fields.filter(
        ({ name, type }) => type === 'submit' || /^(intent|button|kind)$/.test(name),
      )
      const [action] = form.action.replace(/[0-9a-f-]{36}/g, ':id').split('?')
      const around = AROUND.test(action!)
      const key = [
        around ? '' : screen.address,
        form.method,
        around || action === '' ? action : '',
        buttons.map(({ value }) => value.replace(ROW, ':')),
        [...new Set(names)].sort(),
      ].join(' ')
      const { address, path, who } = screen
      if (!found.has(key))
        found.set(key, {
          ...form,
          key,
          screen: { address, path, who },
          action: form.action || path,
        })
    }
  }
  return [...found.values()]
}

/** The forms of the page as it stands, once for each of the buttons that send them with a word of their own. */
export function formsNow(page: Page): Promise<Omit<PageForm, 'key' | 'screen'>[]> {
  return page.evaluate(() => {
    type Control = HTMLInputElement | HTMLSelectElement | HTMLButtonElement
    const fieldOf = (control: Control) => ({
      name: control.name,
      type: control.type,
      value: control.value,
      options:
        control instanceof HTMLSelectElement
          ? [...control.options].map(({ value }) => value).filter(Boolean)
          : [],
      decimal: control.getAttribute('inputmode') === 'decimal',
    })
    return [...document.forms].flatMap((form, index) => {
      const controls = ([...form.elements] as Control[]).filter(({ disabled }) => !disabled)
      const plain = controls.filter(({ name, tagName }) => name && tagName !== 'BUTTON')
      const buttons = controls.filter(
        ({ type, tagName }) => tagName === 'BUTTON' && type === 'submit',
      )
      const named = buttons.filter(({ name }) => name)
      const pressed = [...named.map((one) => [one]), ...(named.length < buttons.length ? [[]] : [])]
      const one = {
        index,
        method: form.method === 'post' ? ('post' as const) : ('get' as const),
        action: form.getAttribute('action') ?? '',
        multipart: form.enctype === 'multipart/form-data',
      }
      return (pressed.length > 0 ? pressed : [[]]).map((button) => ({
        ...one,
        fields: [...plain, ...button].map(fieldOf),
      }))
    })
  })
}

let serial = 0

/** Returns a valid value for this control, as far as its attributes tell. */
export function soundValue({ name, type, value, options, decimal }: FormField): string {
  if (name === 'idempotencyKey') return randomUUID()
  if (type === 'file') return ''
  if (value) return value
  if (options.length > 0) return options[0]!
  if (type === 'date') return '2026-06-30'
  if (type === 'month') return '2026-06'
  if (type === 'password') return DEMO_PASSWORD
  if (type === 'email' || /email/.test(name)) return `sound-${++serial}@outside.test`
  if (/tin_no/.test(name)) return '123-456-789-000'
  if (/quantity|pieces|counted|days/.test(name) || type === 'number') return '1'
  if (decimal || /amount|price|cost|srp|target|line$/.test(name)) return '1.00'
  return `Sound ${++serial}`
}
