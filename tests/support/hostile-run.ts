import type { Page } from 'playwright'
import type { HttpClient } from '../../tools/http-client.ts'
import { enteredInto, type SentForm, sendings } from './hostile.ts'
import { refusedKeeps, sendByBrowser } from './hostile-browser.ts'
import { type Findings, few } from './hostile-forms.ts'
import type { PageForm } from './page-forms.ts'
import { routeTable } from './routes.ts'
import { patternOf } from './screens.ts'

/** Sends each form by a browser, with the same hostile text in all of its fields. */
export async function typeInto(
  page: Page,
  problems: string[],
  forms: PageForm[],
  found: Findings,
): Promise<void> {
  for (const [index, form] of forms.entries())
    for (const text of few(enteredInto(form, index), 2, index)) {
      const what = `${form.key}, ${JSON.stringify(text.slice(0, 40))}`
      const answer = await sendByBrowser(page, form, text).catch((error: Error) => {
        found.add(`${what}: ${error.message}`)
        return null
      })
      if (!answer) break
      found.answered(answer.status)
      for (const complaint of new Set([...refusedKeeps(answer, text), ...problems.splice(0)]))
        found.add(`${what}: ${complaint}`)
    }
}

/** Matches hostile texts that would run if the page did not escape them. */
const RAW = /<script>window\.pwned|<img src=x onerror|<svg\/onload/

/**
 * Sends each form without a browser, with one of its fields hostile at a time.
 *
 * @param enter a new session, as a sending may end the one before
 */
export async function sendOneByOne(
  enter: () => Promise<HttpClient>,
  forms: PageForm[],
  found: Findings,
): Promise<void> {
  const actions = (await routeTable()).flatMap(({ address, id, action }) =>
    address && action ? [{ id, pattern: patternOf(address) }] : [],
  )
  let client = await enter()
  for (const [index, form] of forms.entries()) {
    const [path = ''] = form.action.split('?')
    const route = actions.find(({ pattern }) => pattern.test(path))?.id
    for (const sent of few<SentForm>(sendings(form), 4, index)) {
      const response = await sent.by(client, route).catch((error: Error) => {
        found.add(`${form.key}: ${sent.what}: ${error.message} ${error.cause ?? ''}`)
        return null
      })
      if (!response) continue
      found.answered(response.status)
      const text = await response.text()
      const page = response.headers.get('content-type')?.startsWith('text/html')
      const raw = page && RAW.exec(text)?.[0]
      if (response.status >= 500 || raw)
        found.add(`${response.status} ${raw ?? ''} ${form.key}: ${sent.what}`)
      const { headers } = response
      const to = headers.get('location') ?? headers.get('x-remix-redirect') ?? ''
      if (/^\/(login)?($|\?)/.test(to)) client = await enter()
    }
  }
}
