type Props = { children: string | null; className?: string | undefined }

/** Keeps its own direction, and leaves that of the text around it. */
export const Name = ({ children, className }: Props) => <bdi className={className}>{children}</bdi>
