/** A key that is pressed here is a letter, not a shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('select, :read-write')
