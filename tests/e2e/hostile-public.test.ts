import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { testBrowser } from '../support/browser.ts'
import { Findings, LONG_FORM } from '../support/hostile-forms.ts'
import { sendOneByOne, typeInto } from '../support/hostile-run.ts'
import { formsOf, type PageForm } from '../support/page-forms.ts'
import { sample } from '../support/rounds.ts'
import { ownServer } from '../support/server.ts'

/**
 * These pages are open to everyone. A mail's link is checked when its form is sent, not when it is
 * opened. The form of an invitation, which only a real one opens, is that of the links.
 */
const PUBLIC = [
  '/',
  '/login',
  '/reset',
  '/reset?type=signup',
  `/verification?type=recovery&email=ase@demo.test&token_hash=${randomUUID()}`,
  `/verification?type=signup&email=ase@demo.test&token_hash=${randomUUID()}`,
]
const TIMEOUT = LONG_FORM ? 3_600_000 : 180_000

let sent = 0
/** Behind a proxy each sending comes from an address of its own: none waits for the failures of others. */
const fromAnywhere = {
  get 'x-forwarded-for'() {
    return `10.0.${++sent >> 8}.${sent & 255}`
  },
}
const server = ownServer({ TRUST_PROXY: '1' })
const { visit } = testBrowser(server)
let forms: PageForm[] = []

beforeAll(async () => {
  const { page, close } = await visit({ scripts: false, drawn: true })
  const client = new HttpClient(server.origin)
  const screens = []
  for (const path of PUBLIC)
    screens.push({
      address: path.replace(/=[^&]*@.*/, ''),
      path,
      html: await (await client.get(path)).text(),
    })
  forms = await formsOf(page, screens)
  await close()
}, TIMEOUT)

describe('every form that is open to everyone, with something hostile in every field', () => {
  it('is found', () => {
    expect(forms.map(({ screen }) => screen.path)).toEqual(PUBLIC)
  })

  it('in a browser: nothing runs, and what was typed is kept', { timeout: TIMEOUT }, async () => {
    const found = new Findings()
    const { page, problems, close } = await visit()
    await page.route('**', (route) =>
      route.continue({ headers: { ...route.request().headers(), ...fromAnywhere } }),
    )
    await typeInto(page, problems, sample(forms, 3), found)
    if (LONG_FORM) process.stdout.write(`nobody: ${forms.length} forms, ${found}\n`)
    expect(found.wrong).toEqual([])
    await close()
  })

  it('each field alone: no failure', { timeout: TIMEOUT }, async () => {
    const found = new Findings()
    await sendOneByOne(async () => new HttpClient(server.origin, fromAnywhere), forms, found)
    if (LONG_FORM) process.stdout.write(`nobody: ${forms.length} forms, ${found}\n`)
    expect(found.wrong).toEqual([])
  })
})
