/** Programs that speak the Model Context Protocol, as their makers name them. Their settings change without us. */
export const ASSISTANTS = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Other'] as const
export type AssistantName = (typeof ASSISTANTS)[number]

const json = (settings: object) => JSON.stringify(settings, null, 2)

interface Connection {
  /** What to do with the text below. */
  how: string
  /** A command or settings. Contains the token. */
  text: string
}

/** How to connect each of them to the server at this origin. */
export function connectionOf(name: AssistantName, origin: string, token: string): Connection {
  const url = `${origin}/api/mcp`
  const headers = { Authorization: `Bearer ${token}` }
  switch (name) {
    case 'Claude Code':
      return {
        how: 'Run this in a terminal:',
        text: `claude mcp add --transport http copydesk \\\n  ${url} \\\n  --header "Authorization: Bearer ${token}"`,
      }
    case 'Claude Desktop':
      return {
        how: 'Add this to claude_desktop_config.json and restart Claude. It needs Node.js on your computer.',
        text: json({
          mcpServers: {
            copydesk: {
              command: 'npx',
              args: ['mcp-remote', url, '--header', 'Authorization:Bearer $' + '{COPYDESK_TOKEN}'],
              env: { COPYDESK_TOKEN: token },
            },
          },
        }),
      }
    case 'Cursor':
      return {
        how: 'Add this to ~/.cursor/mcp.json:',
        text: json({ mcpServers: { copydesk: { url, headers } } }),
      }
    case 'VS Code':
      return {
        how: 'Add this to .vscode/mcp.json, and keep the file out of your repository:',
        text: json({ servers: { copydesk: { type: 'http', url, headers } } }),
      }
    default:
      return {
        how: 'Give the program this address and header:',
        text: `${url}\nAuthorization: Bearer ${token}`,
      }
  }
}
