import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '../../scripts/demo/people.ts'
import type { Screen } from './screens.ts'

/** A control that is sent with its form. */
export interface FormField {
  name: string
  /** As `type` of the element: text, hidden, select-one, textarea, checkbox, file … */
  type: string
  value: string
  /** Values of a select that choose something. */
  options: string[]
  decimal: boolean
}

/** A form as a page of the server has it. */
export interface PageForm {
  /** The screen, what it does and what it asks for: the same form on two screens is two. */
  key: string
  screen: Pick<Screen, 'address' | 'path' | 'who'>
  /** Its place among the forms of the page. */
  place: number
  method: 'get' | 'post'
  action: string
  multipart: boolean
  fields: FormField[]
}

/** Of the shell around every screen: taken from one screen only. */
const AROUND = /^\/(theme|signout|switch-project|search)\b/

/** The forms of some screens, each kind once: of a list's rows, the first. */
export async function formsOf(page: Page, screens: Screen[]): Promise<PageForm[]> {
  const found = new Map<string, PageForm>()
  for (const screen of screens) {
    await page.setContent(screen.html, { waitUntil: 'commit' })
    for (const form of await formsNow(page)) {
      const names = form.fields.map(({ name }) => name.replace(/\d+/g, 'n'))
      const acts = form.fields.filter(({ name }) => /^(intent|act|kind)$/.test(name))
      const [action] = form.action.replace(/[0-9a-f-]{36}/g, ':id').split('?')
      const around = AROUND.test(action!)
      const key = [
        around ? '' : screen.address,
        form.method,
        around || action === '' ? action : '',
        acts.map(({ value }) => value),
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

/** The forms of the page as it stands. */
export function formsNow(page: Page): Promise<Omit<PageForm, 'key' | 'screen'>[]> {
  return page.evaluate(() =>
    [...document.forms].map((form, place) => ({
      place,
      method: form.method === 'post' ? ('post' as const) : ('get' as const),
      action: form.getAttribute('action') ?? '',
      multipart: form.enctype === 'multipart/form-data',
      fields: [...form.elements].flatMap((element) => {
        const control = element as HTMLInputElement | HTMLSelectElement
        if (!control.name || control.disabled || control.tagName === 'BUTTON') return []
        return [
          {
            name: control.name,
            type: control.type,
            value: control.value,
            options:
              control instanceof HTMLSelectElement
                ? [...control.options].map(({ value }) => value).filter(Boolean)
                : [],
            decimal: control.getAttribute('inputmode') === 'decimal',
          },
        ]
      }),
    })),
  )
}

let serial = 0

/** What somebody would enter here, as far as the control itself tells. */
export function soundValue({ name, type, value, options, decimal }: FormField): string {
  if (name === 'op') return randomUUID()
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
