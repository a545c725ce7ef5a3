/** Commands and settings stand between backticks in texts that the shell shows, too. */
export const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={part} dir="ltr">
        {part}
      </code>
    ),
  )
