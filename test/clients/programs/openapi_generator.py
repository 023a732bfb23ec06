"""The calls of the test by a client that openapi-generator has generated as the package `openapi_client`."""

import json
import sys

import openapi_client as docent
from openapi_client.rest import ApiException

origin, token = sys.argv[1:]
site = docent.ApiClient(docent.Configuration(host=origin))
owner = docent.ApiClient(docent.Configuration(host=origin, access_token=token))
chat = docent.ChatApi(site)
config = docent.ConsoleConfigApi(owner)
knowledge = docent.ConsoleKnowledgeApi(owner)
seen = {}


def refused(call):
    try:
        call()
    except ApiException as error:
        return error.status
    return 200


def status(call, *args, **named):
    return call(*args, **named).status_code


def read(call, *args, **named):
    """A reply that is a success or a failure: the client compares its constants with the text `'true'`, so it is read as it came."""
    reply = call(*args, **named)
    return reply.status, json.loads(reply.read())


def ask(message):
    return chat.public_chat_answer(docent.ChatRequestInput(message=message))


seen["health"] = status(docent.SystemApi(site).root_system_health_with_http_info)
seen["widget"] = docent.WidgetConfigApi(site).public_widget_config_read().color
answer = ask("What does the ferry cost?")
seen["answer"] = answer.answer_state
seen["sources"] = [one.title for one in answer.citations]
seen["blank"] = refused(lambda: ask(" "))
found = docent.SearchApi(site).public_search_keyword_results(keyword="museum")
seen["search"] = [one.title for one in found.articles]
seen["stranger"] = refused(docent.ConsoleConfigApi(site).console_config_read)
seen["colour"] = config.console_config_read().chat.widget_theme_color
change = docent.ConfigSaveInput.from_dict({"chat": {"welcomeMessage": "Ask me."}})
seen["saved"], _ = read(config.console_config_save_without_preload_content, change)
seen["stats"] = status(knowledge.console_knowledge_stats_with_http_info)
_, articles = read(knowledge.console_knowledge_articles_without_preload_content, page=1, size=10)
seen["articles"] = [one["title"] for one in articles["articles"]]
logs = docent.ConsoleChatLogsApi(owner).console_chat_logs_list_with_http_info
seen["logs"] = status(logs, page=0, size=5, answer_state="answered")
seen["routes"] = status(docent.ConsoleIntentRoutesApi(owner).console_intent_routes_list_with_http_info)
seen["today"] = status(docent.ConsoleUsageApi(owner).console_usage_today_with_http_info)
seen["tokens"] = status(docent.ConsoleAccountApi(owner).console_account_tokens_with_http_info)
print(json.dumps(seen))
