"""The calls of the test by a client that openapi-python-client has generated as the package `opc`."""

import json
import sys

from opc import AuthenticatedClient, Client, models
from opc.api.chat import public_chat_answer
from opc.api.console_account import console_account_tokens
from opc.api.console_chat_logs import console_chat_logs_list
from opc.api.console_config import console_config_read, console_config_save
from opc.api.console_intent_routes import console_intent_routes_list
from opc.api.console_knowledge import console_knowledge_articles, console_knowledge_stats
from opc.api.console_usage import console_usage_today
from opc.api.search import public_search_keyword_results
from opc.api.system import root_system_health
from opc.api.widget_config import public_widget_config_read

origin, token = sys.argv[1:]
site = Client(base_url=origin)
owner = AuthenticatedClient(base_url=origin, token=token)
seen = {}


def ask(message):
    body = models.ChatRequestInput(message=message)
    return public_chat_answer.sync_detailed(client=site, body=body)


seen["health"] = root_system_health.sync_detailed(client=site).status_code
seen["widget"] = public_widget_config_read.sync(client=site).color
answer = ask("What does the ferry cost?").parsed
seen["answer"] = answer.answer_state
seen["sources"] = [one.title for one in answer.citations]
seen["blank"] = ask(" ").status_code
found = public_search_keyword_results.sync(client=site, keyword="museum")
seen["search"] = [one.title for one in found.articles]
seen["stranger"] = console_config_read.sync_detailed(client=site).status_code
seen["colour"] = console_config_read.sync(client=owner).chat.widget_theme_color
change = models.ConfigSaveInput.from_dict({"chat": {"welcomeMessage": "Ask me."}})
seen["saved"] = console_config_save.sync_detailed(client=owner, body=change).status_code
seen["stats"] = console_knowledge_stats.sync_detailed(client=owner).status_code
articles = console_knowledge_articles.sync(client=owner, page=1, size=10)
seen["articles"] = [one.title for one in articles.articles]
seen["logs"] = console_chat_logs_list.sync_detailed(client=owner, page=0, size=5).status_code
seen["routes"] = console_intent_routes_list.sync_detailed(client=owner).status_code
seen["today"] = console_usage_today.sync_detailed(client=owner).status_code
seen["tokens"] = console_account_tokens.sync_detailed(client=owner).status_code
print(json.dumps(seen))
