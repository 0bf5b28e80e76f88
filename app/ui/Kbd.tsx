/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  )
}

/** Beside the buttons of a form for the keyboard: what saves it from every field (`ctrlEnterSaves`). */
export function SaveKeys({ does }: { does: string }) {
  return (
    <span className="scripted-only hidden text-xs text-muted sm:inline">
      <Kbd>Ctrl Enter</Kbd> {does}
    </span>
  )
}
