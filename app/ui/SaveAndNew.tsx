import { useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { SubmitButton } from './SubmitButton'

/** Saves the form and begins a new one; `formAction` sends back here, with a link to what was saved. */
export function SaveAndNew() {
  return (
    <SubmitButton name="then" value="another" variant="secondary">
      Save and new
    </SubmitButton>
  )
}

/** The key of a form that begins anew after "Save and new", and stays while its address changes otherwise. */
export function useFormKey(): string {
  const [search] = useSearchParams()
  const last = search.get('last')
  const [key, setKey] = useState(last)
  if (last !== null && last !== key) setKey(last)
  return last ?? key ?? ''
}
