import { useSubmit } from '@remix-run/react'
import { ClipboardPaste } from 'lucide-react'
import { type ClipboardEvent, type MouseEvent, useRef } from 'react'
import { Button } from '~/ui/Button'
import { CONTROL, Field } from '~/ui/Field'
import { looksLikeRows } from '../paste'

const BOX = 'pasted'

interface Props {
  /** The rows that could not be read the last time; `errors` has the reasons. */
  text: string
  errors: string[] | undefined
  /** The columns of the rows. */
  hint: string
}

/** Shows a box for rows of a spreadsheet. The server turns them into lines of this form. */
export function PasteLines({ text, errors, hint }: Props) {
  const submit = useSubmit()
  // The form's own checks are skipped: nothing is saved, and required fields may still be empty.
  const send = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    submit(event.currentTarget, { preventScrollReset: true })
  }
  return (
    <details className="mt-4 rounded-lg border border-line" open={Boolean(errors) || undefined}>
      <summary className="flex cursor-pointer items-center gap-2 px-3 py-2 font-medium max-sm:min-h-10">
        <ClipboardPaste aria-hidden className="size-4 text-muted" />
        Paste lines from a spreadsheet
      </summary>
      <div className="border-t border-line p-3">
        <Field id={BOX} errorId={`${BOX}-error`} errors={errors} label="Rows" hint={hint}>
          <textarea
            id={BOX}
            name={BOX}
            rows={4}
            defaultValue={text}
            aria-describedby={`${BOX}-hint ${BOX}-error`}
            aria-invalid={errors ? true : undefined}
            className={`${CONTROL} figures`}
          />
        </Field>
        <Button
          type="submit"
          name="button"
          value="paste"
          onClick={send}
          className="mt-2"
          data-paste
        >
          Add these lines
        </Button>
      </div>
    </details>
  )
}

/**
 * Catches spreadsheet rows that are pasted anywhere into the lines, and sends them through the box.
 */
export function usePastedRows() {
  const box = useRef<HTMLDivElement>(null)
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const area = box.current?.querySelector<HTMLTextAreaElement>(`textarea[name=${BOX}]`)
    if (!area || event.target === area || !looksLikeRows(text)) return
    event.preventDefault()
    area.value = text
    box.current?.querySelector<HTMLButtonElement>('[data-paste]')?.click()
  }
  return { ref: box, onPaste }
}
