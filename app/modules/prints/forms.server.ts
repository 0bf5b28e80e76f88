import { type CommandResult, explain, rows } from '~/platform/db/command.server'
import { insertRecord, updateRecord } from '~/platform/db/records.server'
import type { Papers } from '~/platform/papers/paper'
import type { Db } from '~/platform/request/context'
import {
  FORM_MEASURES,
  type FormLayout,
  type FormPaper,
  type FormSize,
  STANDARD_FORM,
} from './form-layout'
import { type FormContent, formPages, type PaperForm } from './placed-form'

/** A form as its settings show it; `version` is null until somebody saved one. */
export interface SavedForm extends PaperForm {
  id: string | null
  version: number | null
  /** True when each form has a number printed on it: an invoice that takes several uses up as many. */
  isNumbered: boolean
}

const STANDARD: SavedForm = {
  ...{ id: null, version: null, size: 'a5', linesPerForm: 12, feedNote: null },
  isNumbered: true,
  layout: STANDARD_FORM,
}

/** Reads the form of a paper; the standard one until a user saves another. */
export async function readPaperForm(
  db: Db,
  projectId: string,
  paper: FormPaper,
): Promise<SavedForm> {
  const columns = 'id, paper_size, lines_per_form, layout, feed_note, numbered, version'
  const [saved] = rows(
    await db.from('paper_forms').select(columns).eq('project_id', projectId).eq('paper', paper),
  )
  if (!saved) return STANDARD
  const layout = saved.layout as Partial<FormLayout>
  return {
    id: saved.id,
    size: saved.paper_size as FormSize,
    linesPerForm: saved.lines_per_form,
    // A measure that a later version adds has its standard value.
    layout: Object.fromEntries(
      FORM_MEASURES.map((name) => [name, layout[name] ?? STANDARD_FORM[name]]),
    ) as FormLayout,
    feedNote: saved.feed_note,
    version: saved.version,
    isNumbered: saved.numbered,
  }
}

/** Lists the papers that have a form of their own. */
export async function papersWithForm(db: Db, projectId: string): Promise<string[]> {
  const found = rows(await db.from('paper_forms').select('paper').eq('project_id', projectId))
  return found.map(({ paper }) => paper)
}

/** The values of a form as it is saved. */
type Values = FormLayout & {
  paper_size: FormSize
  lines_per_form: number
  feed_note?: string | null
  numbered: boolean
}

/** Saves the form of a paper, unless another user saved one after `saved` was read. */
export async function savePaperForm(
  db: Db,
  projectId: string,
  { paper, saved: { id, version } }: { paper: FormPaper; saved: SavedForm },
  { paper_size, lines_per_form, feed_note = null, numbered, ...layout }: Values,
): Promise<CommandResult<{ id: string }>> {
  const values = { paper_size, lines_per_form, feed_note, numbered, layout }
  const of = { table: 'paper_forms', projectId, explained: changedMeanwhile } as const
  if (id === null || version === null)
    return insertRecord(db, of, crypto.randomUUID(), { paper, ...values })
  return updateRecord(db, of, { id, version }, values, MEANWHILE)
}

const MEANWHILE = 'This record was changed by another user. Review the changes and try again.'

/** Says that another user saved a form for the same paper first. */
function changedMeanwhile(failure: Parameters<typeof explain>[0]): ReturnType<typeof explain> {
  if (failure.code !== '23505') return explain(failure)
  return { status: 409, code: 'stale_version', message: MEANWHILE }
}

/** The facts that a page tells about its pre-printed forms. */
export interface ChosenForm {
  isChosen: boolean
  note: string | null
  /** The documents that take several forms, and whether all numbers on them are theirs. */
  several: readonly { number: string; forms: number; hasNumbers: boolean }[]
}

/**
 * Returns the papers of a page on their pre-printed forms, when the address asks for them (`?form`) and the paper has a form; else the
 * papers as they are.
 */
export async function onForms(
  { db, projectId, url }: { db: Db; projectId: string; url: string },
  paper: FormPaper,
  papers: Papers,
  contents: () => readonly FormContent[],
): Promise<{ papers: Papers; form: ChosenForm | null }> {
  const saved = await readPaperForm(db, projectId, paper)
  if (saved.version === null) return { papers, form: null }
  const isChosen = new URL(url).searchParams.has('form')
  const form = { isChosen, note: saved.feedNote, several: [] }
  if (!isChosen) return { papers, form }
  const each = contents().map((content) => ({ content, pages: formPages(saved, content) }))
  const several = each
    .filter(({ pages }) => pages.length > 1)
    .map(({ content: { number, numbers = 1 }, pages }) => ({
      ...{ number, forms: pages.length, hasNumbers: numbers >= pages.length },
    }))
  const forms = each.flatMap(({ pages }) => pages)
  return { papers: { ...papers, sheets: [], forms }, form: { ...form, several } }
}
