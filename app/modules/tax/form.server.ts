import { FORM_PAPERS, type FormPaper } from '~/modules/prints/form-layout'
import { readPaperForm, type SavedForm } from '~/modules/prints/forms.server'
import { formPages } from '~/modules/prints/placed-form'
import type { PlacedPage } from '~/platform/papers/placed'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { formatDate, today } from '~/platform/values/dates'
import { sampleContent } from './sample'

interface FormDocument {
  paper: FormPaper
  label: string
  saved: SavedForm
}

/** Reads the form of the paper that an address names. @throws A 404 response for any other word. */
export async function readFormOfPaper(
  db: Db,
  projectId: string,
  word: string,
): Promise<FormDocument> {
  if (!Object.hasOwn(FORM_PAPERS, word)) throw problem(404)
  const paper = word as FormPaper
  return { paper, label: FORM_PAPERS[paper], saved: await readPaperForm(db, projectId, paper) }
}

/** Returns the test pages of a form: two of them, so that the second form is seen too. */
export function testPages(
  { saved }: FormDocument,
  { timeZone, currency }: { timeZone: string; currency: string },
): PlacedPage[] {
  const date = today(timeZone)
  const content = sampleContent(date, formatDate(date), currency, saved.linesPerForm + 1)
  return formPages(saved, content, true)
}
