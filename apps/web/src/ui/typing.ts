export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('select, :read-write')
