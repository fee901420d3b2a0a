export const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/oauth/token'
export const REVOKE_PATH = '/oauth/revoke'
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'
/** What an assistant's token is for. */
export const RESOURCE_PATH = '/api/mcp'
/** As RFC 9728 puts the path of the resource behind it. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`

export const SCOPES = ['read', 'write'] as const

/** The cookie that binds a request to the browser in which the program made it. */
export const REQUEST_COOKIE = 'connect'

/** Time to answer a request for consent. */
export const REQUEST_MINUTES = 10
export const ACCESS_TOKEN_SECONDS = 3600
/** An assistant that was not used for so long is disconnected. */
export const CONNECTED_DAYS = 30
/** Assistants that one person may have connected at a time. */
export const MOST_CONNECTED = 20
