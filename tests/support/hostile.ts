import type { HttpClient } from '../../tools/http-client.ts'
import { type FormField, type PageForm, ROW, soundValue } from './page-forms.ts'

/** Hostile texts for fields. Each that could run as a script would set `pwned`. */
const HOSTILE = [
  `"'><script>window.pwned=1</script>`,
  `<img src=x onerror="window.pwned=1">`,
  'javascript:window.pwned=1',
  '</script><svg/onload=window.pwned=1>',
  "'; drop table public.products; --",
  'nul\u0000and\u0008bell',
  '\u202egnorw\u2066',
  'é'.repeat(5000),
  '=1+1',
  '-1',
  '99999999999999999999',
  '1e309',
  'NaN',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '{"a":[1,null]}',
  '(a,b),*.%_\\',
  '../../etc/passwd',
  '%00%0d%0aSet-Cookie: pwned=1',
  '   ',
] as const

/** A field in another shape than its form has it. */
const SHAPES = {
  missing: () => [],
  twice: (name, value) => [
    [name, value],
    [name, 'again'],
  ],
  'as a list': (name, value) => [[`${name}[0]`, value]],
  'as an object': (name, value) => [
    [`${name}.key`, value],
    [`${name}.__proto__`, value],
  ],
} satisfies Record<string, (name: string, value: string) => [string, string][]>

/** Words of the machine room that no sentence for staff has. */
const INTERNALS =
  /violates|syntax error|relation "|constraint|sqlstate|undefined|\[object|at \w+ \(|public\.|private\./i

/**
 * Returns true when a sentence for staff has internal words. Typed values may appear in it, such
 * as a saved name.
 */
export const isInternal = (sentence: string): boolean =>
  INTERNALS.test(HOSTILE.reduce<string>((rest, typed) => rest.replaceAll(typed, ''), sentence))

/** An address has a limit of its own, which the server's own answer (431) is about. */
const IN_AN_ADDRESS = 1000

/** Returns the hostile texts for this form. */
const hostileTo = ({ method }: PageForm): string[] =>
  HOSTILE.filter((text) => method === 'post' || text.length < IN_AN_ADDRESS)

/** Could run, or cannot be shown as it is: what a browser is for. */
const FOR_BROWSERS = /pwned|^nul|gnorw|é{99}/
/** A browser enters one in this many of the other texts. */
const EVERY = 4

/**
 * Returns the texts that a browser enters into all fields of this form; `index` is its position
 * among the forms.
 */
export const enteredInto = (form: PageForm, index: number): string[] =>
  hostileTo(form).filter((text, at) => FOR_BROWSERS.test(text) || at % EVERY === index % EVERY)

/** One form with one invalid field. */
export interface SentForm {
  what: string
  /** Sends it; with a route id in the way of scripts, which get the route's data without the page. */
  by(client: HttpClient, route?: string): Promise<Response>
}

/** A form with each field hostile in turn, in every way, and the others as they should be. */
export function sendings(form: PageForm): SentForm[] {
  // Only the first row of a list is sent: the others are read by the same code.
  const seen = new Set<string>()
  const first = ({ name }: FormField) => {
    const kind = name.replace(ROW, ':')
    return !seen.has(kind) && seen.add(kind)
  }
  return form.fields
    .filter(({ name }) => !(form.method === 'get' && name === 'idempotencyKey'))
    .filter(first)
    .flatMap((field) => [
      ...hostileTo(form).map((text) =>
        sending(form, field, text, (name, value) => [[name, value]]),
      ),
      ...Object.entries(SHAPES).map(([shape, make]) =>
        sending(form, field, soundValue(field), make, shape),
      ),
    ])
}

function sending(
  form: PageForm,
  odd: FormField,
  text: string,
  make: (name: string, value: string) => [string, string][],
  shape = '',
): SentForm {
  return {
    what: `${odd.name} ${shape || JSON.stringify(text.slice(0, 60))}`,
    by(client, route) {
      const pairs: [string, string][] = form.fields.flatMap((field) =>
        field === odd ? make(field.name, text) : [[field.name, soundValue(field)]],
      )
      if (form.method === 'get')
        return client.get(`${form.action.split('?')[0]}?${new URLSearchParams(pairs)}`)
      const body = form.multipart ? new FormData() : new URLSearchParams()
      for (const [name, value] of pairs) {
        const isFile = form.fields.some((field) => field.name === name && field.type === 'file')
        if (isFile && body instanceof FormData) body.append(name, new File([value], `${name}.xlsx`))
        else body.append(name, value)
      }
      // The loader's data is requested in another shape too: the page draws it afterwards.
      const to = new URL(form.action, 'http://here')
      if (route && !shape) to.searchParams.set('_data', route)
      return client.send(to.pathname + to.search, { method: 'POST', body })
    },
  }
}
