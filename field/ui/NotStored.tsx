import { Button } from './controls'

/** Says that the phone refused to store a form, and offers its text. */
export function NotStored({ of, text }: { of: string; text: string }) {
  return (
    <div role="alert" className="mt-2 rounded-md bg-danger-soft p-3 text-sm text-danger">
      <p className="font-medium">Not saved on this phone.</p>
      <p>
        The storage of this phone is full or not available, or another tab has saved this form with
        other content. Copy the text, or free some space and save again.
      </p>
      <textarea readOnly aria-label={`Text of the ${of}`} value={text} className="mt-2 w-full" />
      <Button wide onClick={() => navigator.clipboard?.writeText(text)}>
        Copy the text
      </Button>
    </div>
  )
}
