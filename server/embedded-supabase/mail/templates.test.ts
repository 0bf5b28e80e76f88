import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAIL_KINDS, readTemplates } from './templates.ts'

const FOLDER = 'supabase/templates'
const render = readTemplates(FOLDER)
const values = {
  Email: 'juan@visayas.test',
  SiteURL: 'https://kalakal.example',
  TokenHash: 'a1b2c3',
}
const LINKED = { confirmation: 'signup', recovery: 'recovery' } as const

describe('the mail templates', () => {
  it('have the subjects that hosted Supabase is told', () => {
    const config = readFileSync('supabase/config.toml', 'utf8')
    for (const kind of MAIL_KINDS) {
      const [, subject] = new RegExp(
        `\\.${kind}\\]\\n(?:enabled = true\\n)?subject = "(.+)"\\ncontent_path = "\\./${FOLDER}/${kind}\\.html"`,
      ).exec(config)!
      expect(render(kind, values).subject).toBe(subject)
    }
  })

  it.each(MAIL_KINDS)('%s is whole, and fetches nothing from anywhere', (kind) => {
    const { html, text } = render(kind, values)
    expect(html).toContain(values.Email)
    expect(html).not.toMatch(/\{\{|\}\}/)
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video|audio)\b|src=|url\(|@import/i)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(text).toContain(values.Email)
    expect(text).not.toMatch(/[<>{}]|&\w+;|\n{3}|[^\n]$/)
  })

  it.each(Object.entries(LINKED))('%s links to the page with the button', (kind, type) => {
    const { html, text } = render(kind as keyof typeof LINKED, values)
    const link = `https://kalakal.example/verification?token_hash=a1b2c3&type=${type}`
    expect(html).toContain(`href="${link.replace('&', '&amp;')}&amp;email=juan%40visayas.test"`)
    expect(text.split('\n')).toContain(`${link}&email=juan%40visayas.test`)
    // The address to be copied is for the HTML alone, as is the preview line.
    expect(text.match(/https:/g)).toHaveLength(1)
  })

  it('say nothing of links where there is none', () => {
    expect(render('password_changed', values).text).not.toMatch(/https?:/)
  })

  it.each(MAIL_KINDS)('%s escapes what is put in', (kind) => {
    const Email = `"<script>'&amp;{{ .TokenHash }}"@x.test`
    const { html, text } = render(kind, { ...values, Email })
    expect(html).not.toContain('<script>')
    expect(html).toContain('&#34;&#60;script&#62;&#39;&#38;amp;{{ .TokenHash }}&#34;@x.test')
    expect(text).toContain(Email)
    const [, href = ''] = /href="([^"]*)"/.exec(html) ?? []
    if (kind in LINKED)
      expect(new URL(href.replaceAll('&amp;', '&')).searchParams.get('email')).toBe(Email)
  })

  it('share one frame', () => {
    const frame = (kind: string) => {
      const file = readFileSync(path.join(FOLDER, `${kind}.html`), 'utf8')
      const [before, , after] = file.split(
        / {14}<h1|<\/td>\n {12}<\/tr>\n {12}<tr>\n {14}<td class="muted"/,
      )
      return [before!.replace(/<title>.*<\/title>|line-height: 1px">.*<\/div>/g, ''), after]
    }
    for (const kind of MAIL_KINDS) expect(frame(kind)).toEqual(frame('confirmation'))
  })

  it('with a wrong name stop the server instead of a mail', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-templates-'))
    expect(() => readTemplates(folder)).toThrow(/confirmation\.html/)
    for (const kind of MAIL_KINDS)
      writeFileSync(path.join(folder, `${kind}.html`), '<p>{{ .Name }}</p>')
    expect(() => readTemplates(folder)).toThrow('{{ .Name }}')
    rmSync(folder, { recursive: true })
  })
})
