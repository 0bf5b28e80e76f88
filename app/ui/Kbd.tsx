/** Shows a key to press. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  )
}

/** Shows the keys that save the form from every field (`ctrlEnterSaves`), beside its buttons; `andNew` has "Save and new". */
export function SaveKeys({ does, andNew }: { does: string; andNew?: boolean }) {
  return (
    <span className="scripted-only hidden text-xs text-muted sm:inline">
      <Kbd>Ctrl Enter</Kbd> {does}
      {andNew ? (
        <>
          , <Kbd>Ctrl Shift Enter</Kbd> also starts a new one
        </>
      ) : null}
    </span>
  )
}
