import { readFileSync } from 'node:fs'
import path from 'node:path'
import { between } from '../../../app/platform/values/texts.ts'

/** The mails that the product sends; each is a file in supabase/templates. */
export const MAIL_KINDS = ['confirmation', 'recovery', 'password_changed'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The values that a template may use, by name. */
type Values = Readonly<Record<string, string>>

/** The values of the product's mails about accounts, by the names of Supabase. */
export interface MailValues {
  Email: string
  SiteURL: string
  TokenHash: string
}

export interface Mail {
  subject: string
  html: string
  text: string
}

/**
 * Reads supabase/templates, the same files that hosted Supabase sends, so that a text is changed in one place.
 * Done once, when the server starts: a template that cannot be used shows there and not at the first mail.
 *
 * @throws Error naming the template that is missing or names an unknown value.
 */
export function readTemplates(folder: string): (kind: MailKind, values: MailValues) => Mail {
  const render = Object.fromEntries(
    MAIL_KINDS.map((kind) => [kind, filling<keyof MailValues>(read(folder, kind), ACCOUNT_VALUES)]),
  ) as Record<MailKind, (values: MailValues) => Mail>
  return (kind, values) => render[kind](values)
}

const ACCOUNT_VALUES = ['Email', 'SiteURL', 'TokenHash'] as const

/**
 * Reads the parts of a mail, each a `<template>`, puts them into the slots of shell.html, and returns what fills the mail. A slot
 * without a part keeps its own content. The mails about accounts are whole files, as hosted Supabase sends them.
 *
 * @throws Error when a file is missing, or names a value that is not among `names`.
 */
export function readProductMail<Name extends string>(
  folder: string,
  file: string,
  names: readonly Name[],
): (values: Readonly<Record<Name, string>>) => Mail {
  const parts = read(folder, file)
  let template = read(folder, 'shell')
  for (;;) {
    const slot = between(template, '<slot id="', '</slot>')
    if (!slot) break
    const end = slot.inside.indexOf('">')
    const part = between(parts, `<template id="${slot.inside.slice(0, end)}">`, '</template>')
    template = slot.before + (part?.inside ?? slot.inside.slice(end + 2)) + slot.after
  }
  return filling(template, names)
}

const read = (folder: string, file: string) =>
  readFileSync(path.join(folder, `${file}.html`), 'utf8')

/** Returns what fills a template, and throws when it names a value that is not among `names`. */
function filling<Name extends string>(
  template: string,
  names: readonly Name[],
): (values: Readonly<Record<Name, string>>) => Mail {
  const render = (values: Readonly<Record<Name, string>>): Mail => {
    const html = fill(template, values)
    return {
      subject: decode(between(html, '<title>', '</title>')?.inside ?? ''),
      html,
      text: toText(html),
    }
  }
  render(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  return render
}

const VALUE = /\{\{([^{}]*)\}\}/g

/** The names of values that are whole addresses, or the beginning of one. */
const ADDRESS = /URL$/

/**
 * Fills a template like Go's html/template on hosted Supabase: values in addresses are
 * percent-encoded, the rest is escaped.
 */
function fill(template: string, values: Values): string {
  const value = (written: string) => {
    const name = written.trim()
    const given = name.startsWith('.') ? values[name.slice(1)] : undefined
    if (given === undefined)
      throw new Error(`A mail template names {{ ${name} }}, which there is no value for.`)
    return given
  }
  return template
    .replace(/href="([^"]*)"/g, (_, address: string) => {
      const filled = address.replace(VALUE, (_match, name: string) =>
        ADDRESS.test(name.trim()) ? escaped(value(name)) : encodeURIComponent(value(name)),
      )
      return `href="${filled}"`
    })
    .replace(VALUE, (_, name: string) => escaped(value(name)))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll('\n', '<br>')
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function decode(html: string): string {
  return html.replace(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name!] ?? entity),
  )
}

/**
 * The plain part, taken from the mail itself: its words without the decoration, each link's address on a line of
 * its own, without what stands between the comments "html only".
 */
function toText(html: string): string {
  const body = between(html, '<body', '</body>')?.inside ?? ''
  const shown = without(
    body.slice(body.indexOf('>') + 1),
    '<!-- html only -->',
    '<!-- /html only -->',
  )
  const marked = without(shown, '<!--', '-->')
    .replace(/\s+/g, ' ')
    .replace(/<a ([^<>]*)>([^<]*)<\/a>/g, (_, attributes: string, words: string) => {
      const address = between(attributes, 'href="', '"')?.inside ?? ''
      return `${words}:\n${address}\n\n`
    })
    .replace(/<br>|<\/(?:tr|table)>/g, '\n')
    .replaceAll('</td>', ' ')
    .replace(/<\/(p|h1)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
  const lines = decode(marked).split('\n')
  return `${lines
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** Removes what stands between two marks, with them, wherever they are. */
function without(html: string, open: string, close: string): string {
  const parts: string[] = []
  let found = between(html, open, close)
  let rest = html
  while (found) {
    parts.push(found.before)
    rest = found.after
    found = between(rest, open, close)
  }
  return parts.join('') + rest
}
