import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'

interface Props {
  /** The word for each intent of the form that takes long, and how long it will take, where that is known. */
  work: Partial<Record<string, { word: string; seconds?: number }>>
  what: string
}

/**
 * Says what runs with a sheet and for how long. All rows are written in one transaction, so nobody can see how many
 * are in before all are: the bar goes by the time that the check of the same sheet took.
 */
export function SheetProgress({ work, what }: Props) {
  const { formData } = useNavigation()
  const running = work[String(formData?.get('intent'))]
  return running ? (
    <Running text={`${running.word} ${what}.`} seconds={running.seconds ?? 0} />
  ) : null
}

function Running({ text, seconds }: { text: string; seconds: number }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPassed((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  // A bar that is full says that it is done, so it waits a little before that.
  const share = seconds > 2 ? Math.min(passed / seconds, 0.95) : undefined
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 text-muted">
      <progress aria-label="Progress" className="w-40" value={share} />
      <p role="status">{text} Keep this page open: all rows are saved, or none.</p>
      <span aria-hidden className="figures">
        {passed} s{seconds > 2 ? ` of about ${Math.round(seconds)} s` : ''}
      </span>
    </div>
  )
}
